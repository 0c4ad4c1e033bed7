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

An MDP, by its methods.

  $ M="$ROOT/datasets/data/prism/machine/model.tra:type=mdp,reward=model.srew"
  $ for method in default vi pi ii ovi svi svi,split=yes; do solve "$M,prop=Rmin=?[F \"sold\"]" "storm[method=$method]"; done | sort | uniq -c | sed 's/^ *//'
  7 proof "certified"
  7 status "ok"
  $ solve "$M,prop=Rmin=?[F \"sold\"]" 'storm[method=jacobi]'; field note
  status "unsupported"
  proof "none"
  note "engine storm: method jacobi is for chains. Of an MDP use default, vi, pi, ii, ovi, svi"
  $ solve herman:n=5 'storm[method=pi]'; field note
  status "unsupported"
  proof "none"
  note "engine storm: method pi is for MDPs"
  $ solve "$M,prop=Pmax=?[F<=2 \"sold\"]" storm; field note
  status "unsupported"
  proof "none"
  note "no method takes the steps of a decision process yet: `warpmark certify` tells and proves this value"

G is answered by F, also in vectors. A comparison is no number.

  $ solve 'dice:prop=P=?[G !"six"]' storm
  status "ok"
  proof "certified"
  $ printf '4 7 11\n0 0 1 1\n0 1 0 0.5\n0 1 2 0.25\n0 1 3 0.25\n1 0 0 1\n1 1 2 0.5\n1 1 3 0.25\n1 1 1 0.25\n1 2 0 1\n2 0 2 1\n3 0 3 1\n' >two.tra
  $ printf '0="init" 1="deadlock" 2="b"\n0: 0\n2: 2\n' >two.lab
  $ solve 'two.tra:prop=Pmin=?[G !"b"]' storm; solve 'two.tra:prop=P<0.9[F "b"]' storm; field note
  status "ok"
  proof "certified"
  status "unsupported"
  proof "none"
  note "engine storm is asked for numbers, and this is a comparison: write =? in its place"
