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

Storm reads the JANI files that engine mcsta gets, and finds their values.

  $ mkdir bin; cat >bin/modest <<'END'
  > #!/bin/sh
  > [ "$2" = '-?' ] && { echo 'version v3.1'; exit; }
  > ${WARPMARK_PYTHON-python3} - "$2" <<'PY'
  > import sys, stormpy
  > model, asked = stormpy.parse_jani_model(sys.argv[1])
  > built = stormpy.build_model(model, list(asked))
  > values = stormpy.model_checking(built, asked[0], only_initial_states=False).get_value_vector()
  > print("\n  Value: ", list(values)[list(built.initial_states)[0]])
  > PY
  > END
  $ chmod +x bin/modest; kept=$PATH; export PATH=$PWD/bin:$PATH
  $ ask() { $WARPMARK solve "$1" --variant mcsta/sparse/f64/seq --json >answer; field status; field proof; }
  $ for source in dice brp:n=16,max=2,property=5 embedded:property=1 embedded:property=5 leader_sync; do ask $source; done | sort | uniq -c | sed 's/^ *//'
  5 proof "certified"
  5 status "ok"
  $ export PATH=$kept

A limit of iterations.

  $ $WARPMARK solve herman:n=5 --variant 'storm[method=jacobi]/sparse/f64/seq' --max-iterations 3 --json >answer 2>/dev/null; field status; field iterations
  status "not_converged"
  iterations 3
