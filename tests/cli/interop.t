The check that PRISM and Storm read what we write (`make check-interop`): what it says where they
are missing, and of a PRISM that is wrong.

  $ command -v python3 >/dev/null || exit 80
  $ check() { PRISM_HOME=$PWD/$1 WARPMARK_PYTHON=/none/python3 "$ROOT/tests/interop/check" "${WARPMARK%/*}" haddad_monmege 2>/dev/null; }
  $ check none
  skipped: PRISM: prism is not on the path or in $PRISM_HOME/bin
  skipped: Storm: /none/python3 has no stormpy: `pip install stormpy`
  $ mkdir -p wrong/bin
  $ cat >wrong/bin/prism <<'end'
  > #!/bin/sh
  > [ "$1" != -version ] || { echo PRISM version 9; exit; }
  > for word; do case $word in *.props) sed 's/.*/Model checking: &\nResult: 0.5/' "$word";; esac; done
  > end
  $ chmod +x wrong/bin/prism
  $ check wrong | grep -E '^haddad.*(PRISM reads umb:|writes umb:|n=6  )|wrong'
  haddad_monmege:n=6  1/2 * (glob)
  haddad_monmege:n=6: PRISM reads umb: R{"steps"}=?[F "done"]: DIFFERS: 0.5 is not in [* (glob)
  haddad_monmege:n=6: PRISM writes umb: 2 values: REFUSED: no file was written
  4 values equal, 0 refused as known, 18 wrong; PRISM 9
  $ check wrong >/dev/null
  [1]

PRISM's regression suite (`tests/interop/prism_suite.py`), made up, with a PRISM that builds one chain: what is counted as what.

  $ mkdir -p suite prism/bin; printf '3 4\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n' >m.tra; printf '0="init" 1="a"\n0: 0\n1: 1\n' >m.lab
  $ $WARPMARK export m.tra:type=dtmc,goal=a prism --format umb >/dev/null
  $ cat >prism/bin/prism <<'end'
  > #!/bin/sh
  > [ "$1" != -version ] || { echo PRISM version 9; exit; }
  > top=${0%/prism/bin/prism}
  > number=${ROUNDED-0.5}; case "$*" in *-exact*) number=1/2; esac
  > for word; do case $word in m.tra,*) cp "$top/m.lab" .; sed "s|0[.]5|$number|" "$top/m.tra" >m.tra; esac; done
  > case $word in *.umb) cp "$top/prism/model.umb" "$word"; esac
  > end
  $ chmod +x prism/bin/prism; echo 'dtmc // "a"' >suite/m.pm; echo '-const k=7 -ex' >suite/m.pm.props.args
  $ cat >suite/m.pm.props <<'end'
  > const int k;
  > // RESULT: 1/2 (= 0.5)
  > "half": P=?[ F "a" ]
  > // RESULT (k=0): 0
  > // RESULT (k=1): 0.500004
  > // RESULT (k=2): 0.50001
  > P=?[ F<=k "a" ];
  > // RESULT: 50000000001/100000000000
  > P=?[ F<=k "a" ];
  > // RESULT: true
  > P>0 [ F "a" ];
  > // RESULT: true
  > P>0.6 [ F "a" ];
  > // RESULT: Error:exponent
  > P=?[ F !"a" ];
  > // RESULT: Error
  > P=?[ F "b" ];
  > // RESULT: 1
  > P=?[ F "b" ];
  > P=?[ F "a" ];
  > end
  $ suite() { PRISM_HOME=$PWD/prism WARPMARK_PYTHON=/none/python3 python3 "$ROOT/tests/interop/prism_suite.py" "${WARPMARK%/*}" suite "$@"; }
  $ suite --by prism,storm; suite --only other | grep '^|.all'
  skipped: storm: stormpy is not installed
  by prism:
  
  | question | asked | right | wrong | unclear | refused | error | unjudged |
  |---|---|---|---|---|---|---|---|
  | P=?[F], P=?[U] | 4 | 2 | 0 | 0 | 1 | 0 | 1 |
  | P=?[F<=t], P=?[U<=t] | 4 | 2 | 2 | 0 | 0 | 0 | 0 |
  | P>=p, R<r, S>p | 2 | 1 | 1 | 0 | 0 | 0 | 0 |
  | all | 10 | 5 | 3 | 0 | 1 | 0 | 1 |
  
  prism: 1 WRONG: [0.*, 0.5*] for 0.50001 (glob)
      P=?[ F<=k "a" ] for 0.50001; P=?[F<=t], P=?[U<=t]
      cd */suite && warpmark certify 'm.pm:const=k=2,props=m.pm.props,prop=P=?[ F<=k "a" ]' (glob)
  prism: 1 WRONG: [0.*, 0.5*] for 50000000001/100000000000 (glob)
      P=?[ F<=k "a" ] for 50000000001/100000000000; P=?[F<=t], P=?[U<=t]
      cd */suite && warpmark certify 'm.pm:const=k=7,props=m.pm.props,prop=P=?[ F<=k "a" ]' (glob)
  prism: 1 WRONG: False for true
      P>0.6 [ F "a" ] for true; P>=p, R<r, S>p
      cd */suite && warpmark certify 'm.pm:const=k=7,props=m.pm.props,prop=P>0.6 [ F "a" ]' (glob)
  prism: 1 refused: m.pm: prop=...: column 8: * (glob)
      P=?[ F "b" ] for 1; P=?[F], P=?[U]
      cd */suite && warpmark certify 'm.pm:const=k=7,props=m.pm.props,prop=P=?[ F "b" ]' (glob)
  prism: 1 unjudged: annotated 'Error:exponent', here 1
      P=?[ F !"a" ] for Error:exponent; P=?[F], P=?[U]
      cd */suite && warpmark certify 'm.pm:const=k=7,props=m.pm.props,prop=P=?[ F !"a" ]' (glob)
  prism: 1 right: refused, by PRISM too
      P=?[ F "b" ] for Error; P=?[F], P=?[U]
      cd */suite && warpmark certify 'm.pm:const=k=7,props=m.pm.props,prop=P=?[ F "b" ]' (glob)
  
  | all | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
  | all | 0 | 0 | 0 | 0 | 0 | 0 | 0 |
  $ suite --by files | grep '^|.all'
  | all | 10 | 5 | 3 | 0 | 1 | 0 | 1 |
  $ echo '-const k=7 -exact' >suite/m.pm.props.args; suite --by files | grep '^|.all'
  | all | 10 | 5 | 3 | 0 | 1 | 0 | 1 |
  $ ROUNDED=0.6 suite --by files | grep '^|.all\|unjudged:'
  | all | 10 | 0 | 0 | 0 | 0 | 0 | 10 |
  files: 10 unjudged: not asked: PRISM rounds numbers before it compares them: its files differ
  $ suite >/dev/null
  [1]
