Solves that are long, and problems that are large.

Blocks of iterations: one whole solve, not timed, says how many a solve takes. The times that follow from it are marked.

  $ cat >b.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "b",
  >     problems = { { source = "random_dd:n=50", label = "fifty" } },
  >     variants = { "jacobi/msr/f64/seq", "bicgstab/msr/f64/seq" },
  >     measure = { throttle_retries = 0, iterations = 30, max_samples = 3, max_time = "1h" },
  >     figures = { { id = "f", x = "problem", y = "solve" } },
  > }
  > end
  $ $WARPMARK run b.lua -o b.h5
  [1/2] fifty  jacobi/msr/f64/seq: * (extrapolated), * sample*, * iterations (glob)
  [2/2] fifty  bicgstab/msr/f64/seq: *s*, * sample*, * iterations (glob)
  b.h5: 2 cases (2 ok), 2 answers: 2 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  $ $WARPMARK show b.h5 | grep -A 1 'cases of'
  2 cases of 1 problems x 2 variants, 6 samples
  1 of them with extrapolated times (iterations x time per iteration)
  $ $WARPMARK table b.h5 cases
  cases
  
  problem  variant * (glob)
  -------* (glob)
  fifty    jacobi/msr/f64/seq    ok * [*]*  * (glob)
  fifty    bicgstab/msr/f64/seq  ok * (glob)
  
  solve: median of the samples [its 95 % interval]; (range): of fewer than six samples; off by: ≤ proven, ≈ estimated; * extrapolated: iterations x time per iteration* (glob)
  $ $WARPMARK table b.h5 cases | grep -c ']\*'
  1
  $ $WARPMARK table b.h5 f --format csv | cut -d , -f 2,8
  variant,extrapolated
  jacobi/msr/f64/seq,1
  bicgstab/msr/f64/seq,0
  $ $WARPMARK plot b.h5 -o . f
  ./b-f.png
  ./b-f.svg
  $ grep -c '>jacobi\*<' b-f.svg; grep -c '>bicgstab\*<' b-f.svg; grep -c 'extrapolated: iterations x time per iteration' b-f.svg
  1
  0
  1

Without that solve there is a time per iteration, and nothing else.

  $ $WARPMARK run b.lua -o u.h5 count_iterations=false 2>log; head -n 1 log
  [1/2] fifty  jacobi/msr/f64/seq: * an iteration, * sample*: time per iteration only, no answer was checked: count_iterations is off (glob)
  $ $WARPMARK table u.h5 f
  f
  
  problem  jacobi * (glob)
  -------  ------* (glob)
  fifty         -  * (glob)
  
  * (glob)
  $ $WARPMARK compare b.h5 u.h5 | grep -c 'per iteration'
  1

Variants can be timed as a whole all the same.

  $ sed 's/iterations = 30/&, count_iterations = false, whole = { "jacobi[check=2]\/*\/*\/seq" }/' b.lua |
  > sed 's/"bicgstab.msr.f64.seq"/"jacobi[check=2]\/msr\/f64\/seq"/' >w.lua
  $ $WARPMARK run w.lua -o w.h5
  [1/2] fifty  jacobi/msr/f64/seq: * an iteration, * sample*: time per iteration only, * (glob)
  [2/2] fifty  jacobi[check=2]/msr/f64/seq: *s*, * sample*, 108 iterations (glob)
  w.h5: 2 cases (2 ok), 1 answer: 1 certified (largest proven error *); 1 unchecked, in * s; planning and checking * %, writing * s (glob)
  $ sed 's/whole = { "jacobi.check=2/&0/' w.lua >z.lua; $WARPMARK run z.lua -o z.h5
  warpmark: z.lua:6: measure.whole[1]: 'jacobi[check=20]/*/*/seq' matches none of the script's 2 variants
  [1]

And of some on a problem iterations can be counted.

  $ sed 's/, whole = { [^ ]* }/, warmup = 0/; s/label = "fifty"/&, counted = { "jacobi\/*\/*\/*" }/' w.lua >n.lua
  $ $WARPMARK run n.lua -o n.h5
  [1/2] fifty  jacobi/msr/f64/seq: * (extrapolated), * sample*, 107 iterations (glob)
  [2/2] fifty  jacobi[check=2]/msr/f64/seq: * an iteration, * sample*: time per iteration only, * (glob)
  n.h5: 2 cases (2 ok), 1 answer: 1 certified (largest proven error *); 1 unchecked, in * s; planning and checking * %, writing * s (glob)
  $ sed 's/\(counted = .*\)\*" }/\1omp" }/' n.lua >z.lua; $WARPMARK run z.lua -o z.h5
  warpmark: z.lua:4: problem fifty: counted: jacobi/*/*/omp: none of the experiment's 2 variants
  [1]
  $ sed 's/counted/countd/' n.lua >z.lua; $WARPMARK run z.lua -o z.h5
  warpmark: z.lua:2: problems[1]: unknown key 'countd', did you mean 'counted'?
  [1]

Larger problems are left out for a variant that was too slow on a smaller one.

  $ cat >d.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "d",
  >     problems = wm.grid { "identity", n = { 30, 10, 20 } },
  >     variants = { "null/msr/f64/seq", "null[cost=0.3]/msr/f64/seq" },
  >     measure = { throttle_retries = 0, max_samples = 2, skip_dominated = { axis = "n", budget = "200ms" } },
  >     tables = { { id = "n", rows = "problem", value = "status" } },
  > }
  > end
  $ $WARPMARK run d.lua -o d.h5
  [1/6] identity:n=10  null/msr/f64/seq: * iteration* (glob)
  [2/6] identity:n=10  null[cost=0.3]/msr/f64/seq: * iteration* (glob)
  [3/6] identity:n=20  null/msr/f64/seq: * iteration* (glob)
  [4/6] identity:n=20  null[cost=0.3]/msr/f64/seq: skipped: dominated: took * ms at n = 10, more than 200 ms (skip_dominated) (glob)
  [5/6] identity:n=30  null/msr/f64/seq: * iteration* (glob)
  2 cases skipped, the first identity:n=20  null[cost=0.3]/msr/f64/seq: dominated: took * ms at n = 10, more than 200 ms (skip_dominated) (glob)
  d.h5: 6 cases (4 ok, 2 skipped), 4 answers: 4 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  $ $WARPMARK table d.h5 n
  n
  
  problem        null  null[cost=0.3]
  -------------  ----  --------------
  identity:n=30  ok    skipped
  identity:n=10  ok    ok
  identity:n=20  ok    skipped
  
  all columns: msr f64 seq
  $ $WARPMARK run d.lua -o d.h5 --resume 2>log; head -n 1 log
  d.h5: 6 of 6 cases are kept
  $ $WARPMARK run d.lua -o d.h5 --resume skip_dominated=none
  warpmark: --resume: the settings differ from those of d.h5. Give the same command, or write to another file
  [1]

Where nothing is left to measure, the problem is not made; and that is no mistake.

  $ $WARPMARK run d.lua -o one.h5 --variants '*cost*' 2>/dev/null
  $ $WARPMARK table one.h5 problems --format csv | cut -d , -f 1-3
  problem,source,kind
  identity:n=30,identity:n=30,
  identity:n=10,identity:n=10,linear
  identity:n=20,identity:n=20,

What goes on after a kill knows what was too slow before it.

  $ sed 's/"null.msr.f64.seq"/"null[cost=0.3,slow=1]\/msr\/f64\/seq"/; s/measure = { /&interleave = 1, /' d.lua >k.lua
  $ $WARPMARK run k.lua -o k.h5 2>log & pid=$!
  > tries=0; until grep -qs '^.1/6' log || [ $((tries += 1)) = 1200 ]; do sleep 0.01; done; kill -KILL $pid; wait $pid 2>/dev/null
  [137]
  $ $WARPMARK run k.lua -o k.h5 --resume 2>log; grep -c '[0-9] samples' log; grep -c 'skipped: dominated' log; grep -c '^2 cases skipped' log; head -n 1 log
  1
  2
  2
  k.h5: 1 of 6 cases are kept

A timeout counts, too. --retry-failed forgets it.

  $ $WARPMARK run d.lua -o t.h5 --variants '*cost*' timeout=100ms 2>&1 | grep -o 'n=.*: [a-z_]*: .*'
  n=10  null[cost=0.3]/msr/f64/seq: timeout: * (glob)
  n=20  null[cost=0.3]/msr/f64/seq: skipped: dominated: timeout at n = 10 (skip_dominated)
  n=20  null[cost=0.3]/msr/f64/seq: dominated: timeout at n = 10 (skip_dominated)
  $ $WARPMARK run d.lua -o t.h5 --variants '*cost*' timeout=100ms --resume --retry-failed 2>log; head -n 1 log
  t.h5: 0 of 3 cases are kept
