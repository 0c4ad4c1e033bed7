The commit that made a sweep 3 % slower is found among eight of this repository: every 33rd sweep of Jacobi's method is made
twice. The one in the middle does not build.

  $ command -v git >/dev/null || { echo git is missing; exit 80; }
  $ git -C "$ROOT" rev-parse HEAD >/dev/null 2>&1 || { echo this is no clone; exit 80; }
  $ git clone -q --shared "$ROOT" tree && cd tree && git config user.name us && git config user.email us@example.org
  $ good=$(git rev-parse HEAD); for k in 1 2 3 4 5 6 7 8; do
  >   case $k in
  >   4) echo 'int broken(' >>solvers/registry.c ;;
  >   5) git checkout -q HEAD~1 solvers/registry.c ;;
  >   6) sed -i 's|^    struct test \*test = relaxation_test(solve);|&\
  >     static unsigned calls;\
  >     if (++calls % 33 == 0) mat->jacobi(solve->a, \&solve->b, solve->x, solve->work[0], omega, NULL);|' solvers/methods/jacobi.c ;;
  >   *) echo "$k" >>notes ;;
  >   esac
  >   git add . && git commit -qm "change $k"
  > done; grep -c 'calls % 33' solvers/methods/jacobi.c; cd ..
  1
  $ $WARPMARK bisect --repository tree --good $good --state state --measure-all --time 300ms \
  >   --case 'tandem:c=31 jacobi/msr/f64/seq' --build 'make CUDA=0 B=build build/warpmark' >found 2>log; echo $?
  3
  $ sed -n 's/^slower since [0-9a-f]*  //p' found; sed -n 's/^bisect: skip [0-9a-f]*: \(it does not build\).*/\1/p' log
  change 6
  it does not build
