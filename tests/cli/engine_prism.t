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

An MDP. Waiting costs nothing, and the goal can be put off for ever: value iteration from 0 stays at 0, which the
check of answers sees.

  $ M="$ROOT/datasets/data/prism/machine/model.tra:type=mdp,reward=model.srew,prop=Rmin=?[F \"sold\"]"
  $ solve "$M" 'prism[engine=explicit,method=gs]'
  status "ok"
  proof "certified"
  $ solve "$M" prism; field value
  status "wrong"
  proof "none"
  value 0
  $ solve "$M" 'prism[method=sor]'; field note
  status "unsupported"
  proof "none"
  note "engine prism: method sor is for chains. Of an MDP use vi, gs, pi, mpi, ii or jacobi"
  $ solve herman:n=5 'prism[method=pi]'; field note
  status "unsupported"
  proof "none"
  note "engine prism: method pi is for MDPs"
  $ printf '4 7 11\n0 0 1 1\n0 1 0 0.5\n0 1 2 0.25\n0 1 3 0.25\n1 0 0 1\n1 1 2 0.5\n1 1 3 0.25\n1 1 1 0.25\n1 2 0 1\n2 0 2 1\n3 0 3 1\n' >two.tra
  $ printf '0="init" 1="deadlock" 2="b"\n0: 0\n2: 2\n' >two.lab
  $ solve 'two.tra:prop=Pmax=?[F "b"]' 'prism[method=ii]'; field value
  status "ok"
  proof "certified"
  value 0.66666666* (glob)
