Files that are packed, or in an archive.

  $ value() { $WARPMARK solve "$1" --variant jacobi/msr/f64/seq | grep -E '^value' | cut -d = -f 3-; }

PRISM's files, packed or not, in any mixture, and under the names that they have unpacked.

  $ $WARPMARK export herman:n=5 ring --format prism >/dev/null && value ring/model.tra:reward=model.srew,goal=stable,filter=max >1
  $ gzip ring/model.tra ring/model.lab
  $ value ring/model.tra.gz:reward=model.srew,goal=stable,filter=max >2 && cmp 1 2 && echo equal
  equal
  $ gzip ring/model.srew && value ring/model.tra.gz:reward=model.srew,goal=stable,filter=max >2 && cmp 1 2 && echo equal
  equal
  $ mv ring/model.tra.gz ring/model.tra && value ring/model.tra:reward=model.srew.gz,goal=stable,filter=max >2 && cmp 1 2 && echo equal
  equal

JPF's files, graphs, and automata.

  $ printf '4 5\n-1 0 1.0\n0 1 0.5\n1 1 1.0\n0 0 0.25\n0 2 0.125\n' | gzip >jpf.tra.gz
  $ $WARPMARK info jpf.tra.gz:goal=sink | grep ^n
  n                      5  states, or rows of the matrix
  nnz                    * (glob)
  $ printf 'des (0,2,2)\n(0,i,1)\n(1,i,0)\n' | gzip >g.aut.gz; printf '1\n' | gzip >g.acc.gz
  $ $WARPMARK info g.aut.gz | grep accepting
  accepting * 1 * (glob)
  $ printf 'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "eat0"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0 {0}\n[!0] 0\n--END--\n' | gzip >p.hoa.gz
  $ $WARPMARK info phils:n=3,property=p.hoa.gz | grep -c accepting
  1

A matrix of SuiteSparse, as it is downloaded.

  $ $WARPMARK export random_dd:n=40 m --format mtx >/dev/null && mkdir M && mv m/model.mtx M/M.mtx && mv m/rhs.mtx M/M_b.mtx
  $ tar -czf M.tar.gz M && tar -cf plain.tar M
  $ for f in M/M.mtx M.tar.gz plain.tar; do $WARPMARK info $f | grep ^nnz; done | uniq -c | tr -s ' ' | cut -d ' ' -f 2-3
  3 nnz
  $ mv M/M.mtx M/N.mtx && tar -czf several.tgz M && $WARPMARK info several.tgz
  warpmark: several.tgz: this archive holds 2 files *.mtx. Unpack it first
  [1]
  $ tar -czf none.tar.gz ring && $WARPMARK info none.tar.gz
  warpmark: none.tar.gz: this archive holds no file *.mtx. Unpack it first
  [1]

Damage.

  $ head -c 60 M.tar.gz >cut.tar.gz && $WARPMARK info cut.tar.gz
  warpmark: cut.tar.gz: cannot unpack it: it is cut off
  [5]
  $ head -c 30 ring/model.srew.gz >cut.tra.gz && $WARPMARK info cut.tra.gz:type=dtmc,goal=done
  warpmark: cut.tra.gz: cannot unpack it: it is cut off
  [5]

A packed file ends where its sums stand: less or more is refused, in an archive, too.

  $ $WARPMARK export herman:n=5 u --format umb >/dev/null; gzip -c u/model.umb >whole.umb; python3 -c 'import lzma, sys; sys.stdout.buffer.write(lzma.compress(sys.stdin.buffer.read()))' <u/model.umb >xz.umb
  $ ask() { $WARPMARK solve $1:reward=steps,goal=stable,filter=max --variant jacobi/msr/f64/seq 2>&1 | sed -n 's/^value .* = /value /p; s/^warpmark: //p'; }
  $ ask whole.umb >1; ask xz.umb | cmp 1 - && grep -c value 1
  1
  $ head -c -4 whole.umb >cut.umb; ask cut.umb; head -c -4 xz.umb >cut.umb; ask cut.umb
  cut.umb: cannot unpack it: it is cut off
  cut.umb: cannot unpack it: it is cut off
  $ for from in whole.umb xz.umb u/model.umb; do cp $from more.umb; echo more >>more.umb; ask more.umb; done
  more.umb: cannot unpack it: behind its packed bytes are others
  more.umb: cannot unpack it: * (glob)
  more.umb: cannot unpack it: * (glob)
  $ cp ring/model.tra t.tra.gz; printf '\0' >>t.tra.gz; cp ring/model.lab.gz t.lab.gz; $WARPMARK info t.tra.gz:type=dtmc,goal=stable
  warpmark: t.tra.gz: cannot unpack it: behind its packed bytes are others
  [5]
