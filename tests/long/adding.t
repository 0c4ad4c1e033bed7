Layouts and methods are added to a copy of the sources, as docs/adding.md says: new files, and one
line each in a list. No test is edited. tools/new-layout and tools/new-method write tried_rows and
tried_sweep; ellpack and richardson are those of the page.

  $ command -v python3 >/dev/null || { echo 'skipped: python3 is missing'; exit 80; }
  $ copy=$PWD/copy && mkdir copy && cd "$ROOT"
  $ tar cf - --exclude ./.git --exclude ./results --exclude ./build/fuzz --exclude ./build/san . |
  > tar xf - -C "$copy" && cd "$copy"
  $ cp -R tests/long/adding/ellpack solvers/layouts/
  $ cp tests/long/adding/richardson.c solvers/methods/
  $ echo 'LAYOUT(ellpack, 1, 1)' >>solvers/layouts.def
  $ echo 'METHOD(richardson)' >>solvers/methods.def
  $ tools/new-layout tried_rows >said && tools/new-method tried_sweep >>said
  $ make -j2 all >make.log 2>&1 || tail -n 20 make.log
  $ build/warpmark list methods | grep '^richardson'
  richardson           Richardson's iteration
  $ build/warpmark list layouts | grep '^ellpack'
  ellpack              ELLPACK: rows as long as the longest one, entry by entry
  $ build/warpmark solve tandem:c=31 --variant jacobi/ellpack/f64/seq | head -n 3
  status       ok
  iterations   555
  value        R=?[S] = 31.8150038852909
  $ build/warpmark solve herman:n=7 --variant richardson/ellpack/f64/omp | head -n 2
  status       ok
  iterations   66
  $ build/warpmark solve herman:n=7 --variant 'richardson[theta=2]/ellpack/f64/seq'
  warpmark: variant 'richardson[theta=2]/ellpack/f64/seq': theta=2: needs a number above 0 and below 1.5
  [1]

What the scripts wrote has the iterations and the value of layout msr and of Jacobi, bit for bit.

  $ build/warpmark list methods | grep '^tried_sweep'
  tried_sweep          Jacobi's iteration, to begin with
  $ build/warpmark list layouts | grep '^tried_rows'
  tried_rows           rows one after another, to begin with
  $ for way in tried_sweep/tried_rows/f64/seq tried_sweep/tried_rows/f64/omp tried_sweep/msr/f64/seq; do
  >     build/warpmark solve tandem:c=31 --variant $way | sed -n '2,3p'
  > done
  iterations   555
  value        R=?[S] = 31.8150038852909
  iterations   555
  value        R=?[S] = 31.8150038852909
  iterations   555
  value        R=?[S] = 31.8150038852909

The table of options in docs/lua.md lacks one line: that of the option that richardson has. The
transcript of listings prints it. Other transcripts that print lists of members go as they went.

  $ tests/cli/run build/warpmark tests/cli/list.t | grep '^[+]  > |' | cut -d '`' -f 2
  theta
  $ tests/cli/run build/warpmark tests/cli/usage.t
  $ tests/cli/run build/warpmark tests/cli/mistakes.t

The other checks and the tests find all of them by themselves.

  $ tests/checks/includes
  $ new='ellpack|richardson|tried_rows|tried_sweep'
  $ find_all() { # PROGRAM [PATTERN]: the last new member in the name of each test
  >     make build/tests/solvers/$1 >make.log 2>&1 || tail -n 20 make.log
  >     build/tests/solvers/"$@" >test.log 2>&1 || tail -n 20 test.log
  >     grep -oE "(OK|FAILED) .*($new).*/(seq|omp)" test.log |
  >         sed -E "s/^(OK|FAILED) .*($new).*/\1 \2/" | sort -u
  > }
  $ find_all test_variants 'richardson/*/f*/{seq,omp}'
  OK ellpack
  OK richardson
  OK tried_rows
  $ find_all test_variants 'tried_sweep/*/f*/{seq,omp}'
  OK ellpack
  OK tried_rows
  OK tried_sweep
  $ find_all test_variants '*/{ellpack,tried_rows}/f*/{seq,omp}'
  OK ellpack
  OK tried_rows
  $ for test in test_operations test_in_place test_sweeps; do find_all $test; done
  OK ellpack
  OK tried_rows
  OK ellpack
  OK tried_rows
  OK ellpack
  OK tried_rows
  $ make build/tests/harness/case/test_variant >make.log 2>&1 || tail -n 20 make.log
  $ build/tests/harness/case/test_variant >test.log 2>&1 || tail -n 20 test.log
