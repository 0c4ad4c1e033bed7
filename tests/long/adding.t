A layout and a method are added to a copy of the sources, as docs/adding.md says: new files, and one
line each in a list. No test is edited.

  $ copy=$PWD/copy && mkdir copy && cd "$ROOT"
  $ tar cf - --exclude ./.git --exclude ./results --exclude ./build/fuzz --exclude ./build/san . |
  > tar xf - -C "$copy" && cd "$copy"
  $ cp -R tests/long/adding/ellpack solvers/layouts/
  $ cp tests/long/adding/richardson.c solvers/methods/
  $ echo 'LAYOUT(ellpack, 1, 1)' >>solvers/layouts.def
  $ echo 'METHOD(richardson)' >>solvers/methods.def
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

The table of options in docs/lua.md lacks one line, and the transcript of listings says which.

  $ tests/cli/run build/warpmark tests/cli/list.t | grep '^[+].*theta' >missing; wc -l <missing
  1

The other checks and the tests find both by themselves.

  $ tests/checks/includes
  $ find_both() { # PROGRAM [PATTERN]
  >     make build/tests/solvers/$1 >make.log 2>&1 || tail -n 20 make.log
  >     build/tests/solvers/"$@" >test.log 2>&1 || tail -n 20 test.log
  >     grep -oE '(OK|FAILED) .*(ellpack|richardson).*/(seq|omp)' test.log |
  >         sed -E 's/^(OK|FAILED) .*(ellpack|richardson).*/\1 \2/' | sort -u
  > }
  $ find_both test_variants 'richardson/*/f*/{seq,omp}' | tail -n 1
  OK richardson
  $ find_both test_variants '*/ellpack/f*/{seq,omp}' | head -n 1
  OK ellpack
  $ find_both test_operations
  OK ellpack
  $ find_both test_in_place
  OK ellpack
  $ find_both test_sweeps
  OK ellpack
