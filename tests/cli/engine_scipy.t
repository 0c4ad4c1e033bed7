SciPy, in Python.

  $ $WARPMARK list engines scipy --usable >/dev/null 2>&1 || { $WARPMARK list engines scipy; exit 80; }
  $ field() { sed -n "s/^ *\"$1\": \(.*[^,]\),*$/$1 \1/p" answer; }
  $ solve() { $WARPMARK solve "$1" --variant "$2" --epsilon 1e-9 --json >answer; field status; field proof; printf 'value %.4f\n' "$(field value | cut -d ' ' -f 2)"; }
  $ solve herman:n=5 scipy/sparse/f64/seq
  status "ok"
  proof "certified"
  value 3.2000
  $ solve herman:n=5 'scipy[method=gmres]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 3.2000
  $ solve herman:n=5 'scipy[method=jor,omega=1]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 3.2000
  $ solve tandem:c=15 'scipy[method=jor]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 15.7986

Long runs: one state of each closed class is pinned. Here are two classes, that state 0 reaches.

  $ solve tandem:c=15 scipy/sparse/f64/seq
  status "ok"
  proof "certified"
  value 15.7986
  $ solve tandem:c=15 'scipy[method=gmres]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 15.7986
  $ printf '%s\n' '6 9' '0 1 1' '0 3 3' '1 2 2' '2 1 1' '3 4 1' '4 3 3' '4 5 1' '5 3 2' '5 4 1' >two.tra
  $ printf '%s\n' '0="init" 1="deadlock" 2="up"' '0: 0' '1: 2' '4: 2' >two.lab
  $ solve two.tra:type=ctmc,steady=up scipy/sparse/f64/seq
  status "ok"
  proof "certified"
  value 0.2333

Two classes whose rates differ 10⁸ times: each counts by its own size.

  $ cat >rings.py <<end
  > n, t = (10, 80), [(0, 1, 1), (0, 11, 1)]
  > for k, first, rate in [(k, 1, 1) for k in range(10)] + [(k, 11, 1e-8) for k in range(80)]:
  >     of = n[first > 1]
  >     t += [(first + k, first + (k + 1) % of, (1 + k % 5) * rate), (first + (k + 1) % of, first + k, rate / 2)]
  > print(91, len(t), *(f"\n{i} {j} {r:g}" for i, j, r in sorted(t)))
  > end
  $ python3 rings.py >rings.tra
  $ printf '%s\n' '0="init" 1="deadlock" 2="up"' '0: 0' '5: 2' '20: 2' '60: 2' >rings.lab
  $ solve rings.tra:type=ctmc,steady=up 'scipy[method=bicgstab,precondition=jacobi]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 0.0356
  $ solve rings.tra:type=ctmc,steady=up 'scipy[method=gmres,precondition=none]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 0.0356
  $ solve rings.tra:type=ctmc,steady=up 'scipy[method=jor]/sparse/f64/seq'
  status "ok"
  proof "certified"
  value 0.0356
