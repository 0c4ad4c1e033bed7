PRISM, by its command line.

  $ $WARPMARK list engines prism --usable >/dev/null 2>&1 || { $WARPMARK list engines prism; exit 80; }
  $ field() { sed -n "s/^ *\"$1\": \(.*[^,]\),*$/$1 \1/p" answer; }
  $ solve() { $WARPMARK solve "$1" --variant "$2/sparse/f64/seq" --epsilon 1e-8 --json >answer; field status; field proof; }
  $ solve herman:n=5 'prism[engine=explicit,method=ii]'
  status "ok"
  proof "certified"
  $ solve herman:n=5 'prism[method=gauss_seidel]'
  status "ok"
  proof "certified"
  $ solve tandem:c=15 'prism[engine=hybrid,method=jor,omega=0.8]'
  status "ok"
  proof "certified"
  $ $WARPMARK solve tandem:c=15 --variant prism/sparse/f64/seq --max-iterations 3 --json >answer 2>/dev/null; field status; field note
  status "not_converged"
  note *did not converge* (glob)
