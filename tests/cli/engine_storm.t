Storm, through stormpy.

  $ $WARPMARK list engines storm --usable >/dev/null 2>&1 || { $WARPMARK list engines storm; exit 80; }
  $ field() { sed -n "s/^ *\"$1\": \(.*[^,]\),*$/$1 \1/p" answer; }
  $ solve() { $WARPMARK solve "$1" --variant "$2/sparse/f64/seq" --epsilon 1e-9 --json >answer; field status; field proof; }
  $ for method in default jacobi gauss_seidel ovi gmres eigen_sparselu elimination; do solve herman:n=5 "storm[method=$method]"; done | sort | uniq -c | sed 's/^ *//'
  7 proof "certified"
  7 status "ok"
  $ solve brp:n=16,max=2 'storm[method=gauss_seidel,split=yes]'
  status "ok"
  proof "certified"

Long runs are values. Those of Jacobi are none.

  $ solve tandem:c=15 'storm[method=bicgstab,precondition=diagonal]'
  status "ok"
  proof "certified"
  $ solve tandem:c=15 'storm[method=jacobi]'
  status "wrong"
  proof "none"

A limit of iterations.

  $ $WARPMARK solve herman:n=5 --variant 'storm[method=jacobi]/sparse/f64/seq' --max-iterations 3 --json >answer 2>/dev/null; field status; field iterations
  status "not_converged"
  iterations 3
