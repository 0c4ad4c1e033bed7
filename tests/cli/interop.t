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
