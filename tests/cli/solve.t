One solve, and how it may end.

  $ check_json() { if command -v python3 >/dev/null; then python3 -m json.tool >/dev/null; else grep -q '^}'; fi; }
  $ FIELDS='"(source|kind|n|nnz|variant|status|note|iterations|change|residual|value|reference|error|seconds)":'
  $ TIMES='"(generate|prove|layout|upload|solve|solve_device|per_iteration|download|verify)":'
  $ seq=/msr/f64/seq
  $ system() { # system FILE A11 A12 A21 A22
  >   printf '%%%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 %s\n1 2 %s\n2 1 %s\n2 2 %s\n' $2 $3 $4 $5 >$1
  > }
  $ system good.mtx 4 1 2 4
  $ system grows.mtx 1 2 2 1
  $ system turns.mtx 1 1 -1 1
  $ system flips.mtx 1 0 0 -1

ok

  $ $WARPMARK solve good.mtx --variant jacobi$seq
  status       ok
  iterations   15
  how sure     proven: off by at most 2.4e-07 of the largest number
  change       7.15256078365363e-07
  residual     1.98682149251302e-07
  error        2.38418579101562e-07
  seconds      generate *s, layout *s, upload *s, solve *s, download *s (glob)
  load         * on * cores* (glob)
  next         find the fastest way here: warpmark advise 'good.mtx'; measure many: write a script (docs/lua.md), `warpmark run SCRIPT.lua`
  $ $WARPMARK solve good.mtx --variant jacobi$seq --prove 0 | tail -n 1
  next         prove the answer: warpmark certify 'good.mtx'
  $ $WARPMARK solve good.mtx --variant jacobi$seq --json >out; check_json <out
  $ grep -E "$FIELDS" out
    "source": "good.mtx",
    "kind": "linear",
    "n": 2,
    "nnz": 2,
    "variant": "jacobi/msr/f64/seq",
    "status": "ok",
    "note": "",
    "iterations": 15,
    "change": 7.152560783653633e-07,
    "residual": 1.986821492513021e-07,
    "value": null,
    "reference": null,
    "error": 2.384185791015625e-07,
    "seconds": {
  $ grep -E "$TIMES" out
      "generate": *, (glob)
      "prove": *, (glob)
      "layout": *, (glob)
      "upload": *, (glob)
      "solve": *, (glob)
      "solve_device": null,
      "per_iteration": *, (glob)
      "download": *, (glob)
      "verify": * (glob)
  $ $WARPMARK solve good.mtx --variant bicgstab/msr/f32/omp | head -n 2
  status       ok
  iterations   2
  $ $WARPMARK solve good.mtx --variant jacobi$seq --epsilon 1e-12 --criterion absolute | head -n 2
  status       ok
  iterations   29
  $ $WARPMARK solve "$ROOT/datasets/data/prism/polling-7/model.tra:type=ctmc,goal=s1a1,avoid=s2a1" --variant jacobi$seq | head -n 3
  status       ok: doubtful: the proven error of the value is 0.0004, more than 1e-05. Use a smaller epsilon
  iterations   3,124
  value        P=?[!"s2a1" U "s1a1"] = 0.539572776309349
  $ $WARPMARK solve "$ROOT/datasets/data/prism/polling-7/model.tra:type=ctmc,goal=s1a1,avoid=s2a1" \
  >     --variant 'jacobi[check=10]/msr/f64/seq' | head -n 3
  status       ok: doubtful: the proven error of the value is 0.0004, more than 1e-05. Use a smaller epsilon
  iterations   3,130
  value        P=?[!"s2a1" U "s1a1"] = 0.539575978374605

not_converged: the iterates of turns.mtx go round in a circle for ever.

  $ $WARPMARK solve turns.mtx --variant jacobi$seq --max-iterations 10 --prove 0
  status       not_converged: no convergence within 10 iterations
  iterations   10
  seconds      generate *s, layout *s, upload *s, solve *s (glob)
  load         * on * cores* (glob)
  next         allow more, if it comes closer slowly: --max-iterations 100, or try another method: --variant bicgstab/msr/f64/seq
  [2]

brp passes chunk after chunk, and its rows are not in that order: Krylov methods come to a halt, say why, and
name what solves it.

  $ $WARPMARK solve brp:n=512,max=2 --variant "bicgstab[precondition=ilu0]$seq" --prove 0 | grep -E '^(status|next)'
  status       not_converged: *; ilu0 depends on the order of rows: try +bfs behind the layout; * (glob)
  next         *try another order of rows: --variant 'bicgstab[precondition=ilu0]/msr+bfs/f64/seq' (glob)
  $ $WARPMARK solve brp:n=512,max=2 --variant gmres$seq --prove 0 | grep -E '^(status|next)'
  status       not_converged: *; an iteration tells a row of its neighbours only: try precondition=multilevel (glob)
  next         *try another order of rows: --variant 'gmres[precondition=ilu0]/msr+bfs/f64/seq' (glob)
  $ for way in 'bicgstab[precondition=ilu0]/msr+bfs' 'gmres[precondition=ilu0]/msr+bfs' 'gmres[precondition=multilevel]/msr'; do
  >     $WARPMARK solve brp:n=512,max=2 --variant "$way/f64/seq" --prove 0 | grep -E '^(status|value)'
  > done
  status       ok
  value        P=?[F s=5] = 0.01345* (glob)
  status       ok
  value        P=?[F s=5] = 0.01345* (glob)
  status       ok
  value        P=?[F s=5] = 0.01345* (glob)
  $ $WARPMARK solve turns.mtx --variant jacobi$seq --max-iterations 10 --prove 0 --json >out
  [2]
  $ check_json <out; grep -E "$FIELDS" out
    "source": "turns.mtx",
    "kind": "linear",
    "n": 2,
    "nnz": 2,
    "variant": "jacobi/msr/f64/seq",
    "status": "not_converged",
    "note": "no convergence within 10 iterations",
    "iterations": 10,
    "change": null,
    "residual": null,
    "value": null,
    "reference": null,
    "error": null,
    "seconds": {
  $ grep -cE '^ +"(solve|per_iteration)": [0-9.e-]+,$' out
  2
  $ $WARPMARK solve flips.mtx --variant bicgstab$seq | head -n 2
  status       not_converged: the method broke down (a zero divisor) in iteration 1
  iterations   1
  $ $WARPMARK solve flips.mtx --variant bicgstab$seq >/dev/null
  [2]

diverged: the iterates of grows.mtx double, and leave the range of a double in step 1024, that of a float in step 128; it is
looked at every 256 steps.

  $ $WARPMARK solve grows.mtx --variant jacobi$seq
  status       diverged: an entry is not a finite number after 1280 iterations
  iterations   1,280
  seconds      generate *s, layout *s, upload *s, solve *s (glob)
  load         * on * cores* (glob)
  next         try another method: --variant bicgstab/msr/f64/seq
  [2]
  $ $WARPMARK solve grows.mtx --variant jacobi/msr/f32/omp --json | grep -E '"(status|note|iterations|value)"'
    "status": "diverged",
    "note": "an entry is not a finite number after 256 iterations",
    "iterations": 256,
    "value": null,
  $ $WARPMARK solve grows.mtx --variant jacobi$seq --max-iterations 1100 | head -n 2
  status       diverged: an entry is not a finite number after 1100 iterations
  iterations   1,100

wrong: the method that does nothing is right only where there is nothing to do.

  $ $WARPMARK solve identity:n=3 --variant null$seq | head -n 2
  status       ok
  iterations   0
  $ $WARPMARK solve random_dd:n=50 --variant null$seq --json | grep -E '"(status|note|iterations|value)"'
    "status": "wrong",
    "note": "one more step in f64 changes the answer by *, more than 10 times epsilon = 1e-06", (glob)
    "iterations": 0,
    "value": null,
  $ $WARPMARK solve random_dd:n=50 --variant null$seq >/dev/null
  [2]

no GPU, or one: either way a case of its own, not an error of the command line.

  $ $WARPMARK solve good.mtx --variant jacobi/msr/f64/cuda >out; code=$?; test $code = 0 || test $code = 2 || echo $code
  $ grep -cE '^status +(ok|no_device: .+|unsupported: .+)$' out
  1

An answer that is known from the graph alone takes no iteration.

  $ printf '2 2\n0 1 1\n1 1 1\n' >sure.tra
  $ printf '0="init" 1="deadlock" 2="done"\n0: 0\n1: 2\n' >sure.lab
  $ $WARPMARK solve sure.tra:type=dtmc,goal=done --variant jacobi$seq
  status       ok: nothing is left to iterate: the transitions alone decide every state
  iterations   0
  value        P=?[F "done"] = 1
  how sure     certain: no equation is left to iterate
  change       0
  residual     0
  seconds      generate *s (glob)
  $ $WARPMARK solve sure.tra:type=dtmc,goal=done --variant jacobi$seq --json | grep -E '"(status|iterations|value|solve)"'
    "status": "ok",
    "iterations": 0,
    "value": 1,
      "solve": null,

PRISM's counts for the other methods (tandem, c = 31); Gauss-Seidel converges in one direction only.

  $ tandem="$ROOT/datasets/data/prism/tandem-c31/model.tra:type=ctmc,reward=model.srew"
  $ for method in jacobi jor gauss_seidel_backward power; do
  >   $WARPMARK solve "$tandem" --variant $method$seq | sed -n '2,3p' | tr -s ' \n' ' '; echo
  > done
  iterations 555 value R{"model.srew"}=?[S] = 31.8150038852909 
  iterations 616 value R{"model.srew"}=?[S] = 31.8150038853073 
  iterations 218 value R{"model.srew"}=?[S] = 31.8150038851648 
  iterations 7,632 value R{"model.srew"}=?[S] = 31.8150038887164 
  $ $WARPMARK solve "$tandem" --variant gauss_seidel$seq --max-iterations 1000 | head -n 1
  status       not_converged: no convergence within 1000 iterations

Single precision keeps the bounds of a method that proves too far apart.

  $ $WARPMARK solve herman:n=7 --variant ii/msr/f32/seq | sed -n '1p;/^next/p'
  status       not_converged: rounding in f32 keeps its bounds farther apart than epsilon = 1e-06, after 96 iterations
  next         repeat with precision f64, or a larger epsilon, such as --epsilon 0.0001
  $ $WARPMARK solve herman:n=7 --variant ii/msr/f32/seq --epsilon 1e-4 | sed -n 1p
  status       ok

In another order of the states Jacobi takes the same count, Gauss-Seidel its own; the value is that of the same state.

  $ for method in jacobi gauss_seidel_backward; do
  >   $WARPMARK solve "$tandem" --variant $method/msr+bfs/f64/omp --max-iterations 1000 | head -n 2
  > done
  status       ok
  iterations   555
  status       not_converged: no convergence within 1000 iterations
  iterations   1,000
  $ $WARPMARK solve "$ROOT/datasets/data/prism/polling-7/model.tra:type=ctmc,goal=s1a1,avoid=s2a1" --variant jacobi/msr+bfs/f64/seq | head -n 3
  status       ok: doubtful: the proven error of the value is 0.0004, more than 1e-05. Use a smaller epsilon
  iterations   3,124
  value        P=?[!"s2a1" U "s1a1"] = 0.539572776309349

The power method needs a chain.

  $ $WARPMARK solve good.mtx --variant power$seq
  status       unsupported: method power needs a chain: a linear system gives it no step
  seconds      generate *s (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant jacobi/msr/f64/omp
  [2]

A matrix that does not fit the layout is stored in another, and the note says so.

  $ awk 'BEGIN {
  >   n = 65537; print "%%MatrixMarket matrix coordinate real general"; print n, n, n
  >   for (i = 1; i <= n; i++) print i, i, i
  > }' >diagonals.mtx
  $ $WARPMARK solve diagonals.mtx --variant jacobi/chwl/f64/seq | head -n 2
  status       ok: chwl holds at most 65536 distinct diagonal entries, and this matrix has more: stored as hwl
  iterations   2
  $ $WARPMARK solve diagonals.mtx --variant jacobi/cmsr/f32/omp --max-iterations 1 --json | grep -E '"(variant|status|note)"'
    "variant": "jacobi/cmsr/f32/omp",
    "status": "not_converged",
    "note": "no convergence within 1 iteration; cmsr holds at most 65536 distinct diagonal entries, and this matrix has more: stored as msr",
  $ $WARPMARK info diagonals.mtx --variant jacobi/cwl/f64/cuda | tail -n 7
  note                   cwl holds at most 65536 distinct diagonal entries, and this matrix has more: stored as wl
  bytes                  532 kB in layout wl
    segment starts       8.20 kB
    columns              0 B
    values               0 B
    reciprocal diagonal  524 kB
    unknowns of rows     0 B
  $ $WARPMARK info diagonals.mtx --variant jacobi/cwl/f64/cuda --json | grep -E '"(layout|note|bytes)"'
    "layout": "wl",
    "note": "cwl holds at most 65536 distinct diagonal entries, and this matrix has more: stored as wl",
    "bytes": 532496,
  $ cat >fallback.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "fallback", problems = { "diagonals.mtx" }, variants = { "jacobi/cmsr/f64/seq" },
  >     measure = { min_samples = 1, max_samples = 1 }, tables = { { id = "note", rows = "variant", value = "note" } } }
  > end
  $ $WARPMARK run fallback.lua -o fallback.h5 2>&1 | head -n 1
  [1/1] diagonals.mtx  jacobi/cmsr/f64/seq: *s*, * sample*, 2 iterations: cmsr holds at most 65536 distinct * stored as msr (glob)
  $ $WARPMARK table fallback.h5 note --format csv
  variant,variant_2,note,low,high,used,runs,extrapolated,doubtful,unchecked,disturbed,status
  jacobi/cmsr/f64/seq,jacobi/cmsr/f64/seq,"cmsr holds at most 65536 distinct diagonal entries, and this matrix has more: stored as msr",,,0,1,0,0,0,0,ok

Graphs: a verdict, and the cycle that was checked

  $ $WARPMARK solve peterson:n=3,reset=1 --variant map/csr/u32/seq
  status       ok
  verdict      no_cycle: G F one_in_cs holds
  outer        5
  iterations   59
  how sure     not checked: that a cycle is absent has no witness
  seconds      generate *s, layout *s, upload *s, solve *s, download *s (glob)
  load         * on * cores* (glob)
  next         another search should agree: --variant owcty/csr/u32/seq
  $ $WARPMARK solve elevator2:n=3,property=2 --variant 'map[loop=graph]/csr/u32/seq'
  warpmark: variant 'map[loop=graph]/csr/u32/seq': option 'loop' does not apply to method map in layout csr at place seq: loop=host|graph|resident is for {jacobi,jor,*}/*/*/{cuda,cuda2,cuda4} (glob)
  [1]
  $ $WARPMARK solve elevator2:n=3,property=2 --variant owcty/csr/u32/omp --json >out; check_json <out
  $ grep -vE "$TIMES" out
  {
    "source": "elevator2:n=3,property=2",
    "kind": "graph",
    "n": 1472,
    "rows": 1472,
    "nnz": 4758,
    "variant": "owcty/csr/u32/omp",
    "property": "G (request1 -> (!at1 U (at1 U (at1 & open))))",
    "status": "ok",
    "note": "",
    "proof": "checked",
    "verdict": "cycle",
    "outer": null,
    "sweeps": null,
    "iterations": 2,
    "lasso_valid": true,
    "lasso_prefix": *, (glob)
    "lasso_cycle": *, (glob)
    "seconds": {
    },
    "load": *, (glob)
    "cores": *, (glob)
    "waited": * (glob)
  }
  $ $WARPMARK solve elevator2:n=3,property=2 --variant map/csr/u32/seq --json | grep -E '"(verdict|outer|sweeps|iterations|lasso_valid)"'
    "verdict": "cycle",
    "outer": 1,
    "sweeps": 24,
    "iterations": 24,
    "lasso_valid": true,
  $ $WARPMARK solve elevator2:n=3 --variant jacobi$seq
  status       unsupported: method jacobi solves linear systems, and this problem is a product: see `warpmark list methods`
  seconds      generate *s (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant map/csr/u32/omp
  [2]
  $ $WARPMARK solve good.mtx --variant ndfs/csr/u32/seq
  status       unsupported: method ndfs searches for cycles, and this problem is a linear system: see `warpmark list methods`
  seconds      generate *s (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant jacobi/msr/f64/omp
  [2]
  $ $WARPMARK solve elevator2:n=3 --variant tarjan/csr/u32/omp
  status       unsupported: method tarjan cannot run at place omp: a depth-first search takes one core, place seq
  seconds      generate *s (glob)
  next         see what works here: `warpmark list variants --usable`
  [2]
