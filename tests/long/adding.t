A layout and a method are added to a copy of the sources, as docs/adding.md says: new files, and one
line each in a list. No test is edited.

  $ here=$PWD && mkdir copy && cd "$ROOT"
  $ tar cf - --exclude ./.git --exclude ./results --exclude ./build/fuzz --exclude ./build/san . | tar xf - -C "$here/copy"
  $ cd "$here/copy"
  $ cp -R tests/long/adding/ellpack solvers/layouts/ && cp tests/long/adding/richardson.c solvers/methods/
  $ echo 'LAYOUT(ellpack, 1, 1)' >>solvers/layouts.def && echo 'METHOD(richardson)' >>solvers/methods.def
  $ make -j2 all >make.log 2>&1 || tail -n 20 make.log

The documentation's table of options gets the line that the check asks for.

  $ tests/checks/options build/warpmark 2>&1 | grep '^+'

  $ build/warpmark list methods | grep '^richardson'
  $ build/warpmark list layouts | grep '^ellpack'
  $ build/warpmark solve tandem:c=31 --variant jacobi/ellpack/f64/seq | head -n 4
  $ build/warpmark solve herman:n=7 --variant richardson/ellpack/f64/omp | head -n 4
  $ build/warpmark solve herman:n=7 --variant 'richardson[theta=2]/ellpack/f64/seq'

The tests that find both by themselves.

  $ tests="case/test_variant"
  $ for test in harness/case/test_variant solvers/test_variants solvers/test_operations solvers/test_in_place solvers/test_sweeps solvers/test_loop solvers/layouts/test_layouts problems/test_oracle
  > do
  >     make build/tests/$test >make.log 2>&1 || tail -n 20 make.log
  >     build/tests/$test >test.log 2>&1 || tail -n 20 test.log
  >     echo "$test: $(grep -c 'ellpack\|richardson' test.log)"
  > done
