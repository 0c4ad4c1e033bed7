Ginkgo, through pyGinkgo, in both precisions.

  $ $WARPMARK list engines ginkgo --usable >/dev/null 2>&1 || { $WARPMARK list engines ginkgo; exit 80; }
  $ field() { sed -n "s/^ *\"$1\": \(.*[^,]\),*$/$1 \1/p" answer; }
  $ solve() { $WARPMARK solve "$1" --variant "$2" --epsilon 1e-9 --json >answer; field status; field proof; printf 'value %.4f\n' "$(field value | cut -d ' ' -f 2)"; }
  $ solve herman:n=5 ginkgo/sparse/f64/seq
  status "ok"
  proof "certified"
  value 3.2000
  $ solve herman:n=5 'ginkgo[method=gmres]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 3.2000

Long runs: one state of each closed class is pinned. Here are two classes, that state 0 reaches.

  $ solve tandem:c=15 ginkgo/sparse/f64/seq
  status "ok"
  proof "certified"
  value 15.7986
  $ solve tandem:c=15 'ginkgo[method=gmres]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 15.7986
  $ printf '%s\n' '6 9' '0 1 1' '0 3 3' '1 2 2' '2 1 1' '3 4 1' '4 3 3' '4 5 1' '5 3 2' '5 4 1' >two.tra
  $ printf '%s\n' '0="init" 1="deadlock" 2="up"' '0: 0' '1: 2' '4: 2' >two.lab
  $ solve two.tra:type=ctmc,steady=up ginkgo/sparse/f64/seq
  status "ok"
  proof "certified"
  value 0.2333

What does not converge says so; PyPI's build of Ginkgo has one core only.

  $ $WARPMARK solve herman:n=7 --variant 'ginkgo[method=richardson,precondition=none,omega=0.1]/sparse/f64/seq' --max-iterations 3 | head -n 1
  status       not_converged: * (glob)
  $ $WARPMARK solve herman:n=5 --variant ginkgo/sparse/f32/seq --json | grep '"status"'
    "status": "ok",
