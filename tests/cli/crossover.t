Where on an axis do two variants change places? The one takes half a millisecond whatever the size. Each case takes 12 samples at
least, also on a busy machine: a single one that lost its core would say that the other variant is faster.

  $ cat >c.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "c",
  >     problems = {
  >         wm.crossover {
  >             id = "size", a = "null[cost=0.0005]/msr/f64/seq", b = "jacobi/msr/f64/seq", axis = "n",
  >             source = "identity:n={n}", from = 1000, to = 1000000, whole = true, start = 2, points = 5,
  >         },
  >     },
  >     variants = { "{null[cost=0.0005],jacobi}/msr/f64/seq" },
  >     measure = { max_time = "3s", processes = 2 },
  >     tables = { { id = "times", rows = "n", where = "crossover=size" } },
  > }
  > end
  $ $WARPMARK run c.lua -o c.h5 --keep-journal 2>log; tail -n 2 log
  size: n = * [*, *]: jacobi/msr/f64/seq is faster below, null[cost=0.0005]/msr/f64/seq above; * points (glob)
  c.h5: * cases, * processes (* ok), * answer*: * certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  $ sed -n '1p;4p' log
  [1/8] size n=1000  null[cost=0.0005]/msr/f64/seq (process 1 of 2): * iteration* (glob)
  [4/8] size n=1000  jacobi/msr/f64/seq (process * of 2): * iteration* (glob)
  $ $WARPMARK show c.h5 | grep -A 1 '^crossovers'
  crossovers
  size: n = * points (glob)
  $ $WARPMARK table c.h5 crossovers --format csv
  id,axis,a,b,state,at,low,high,points,below,others,study,over,over_value,seed
  size,n,null[cost=0.0005]/msr/f64/seq,jacobi/msr/f64/seq,found,*,jacobi/msr/f64/seq,0,size,,, (glob)
  $ [ $($WARPMARK table c.h5 times --format csv | wc -l) -gt 5 ] && echo points were added
  points were added
  $ $WARPMARK report c.h5 -o c.md && grep '^- Crossover\|^- Fastest along' c.md
  c.md
  - Crossover size: n = * is faster below, null\[cost=0.0005\]/msr/f64/seq above; * points. (glob)
  $ $WARPMARK verify c.h5 | sed 's/: .*;/: ...;/'
  c.h5: ...; as its journal says

A journal that ends anywhere gives the points that it has, and the run goes on from there.

  $ cp c.h5.journal whole; $WARPMARK table c.h5 crossovers --format csv >before
  $ head -c $(($(wc -c <whole) * 7 / 10)) whole >t.h5.journal
  $ $WARPMARK recover t.h5 -o then.h5 2>/dev/null >/dev/null; $WARPMARK table then.h5 crossovers --format csv | cut -d, -f5
  state
  unfinished
  $ $WARPMARK run c.lua -o t.h5 --resume 2>log; grep kept log
  t.h5: * of * cases are kept (glob)
  $ tail -n 2 log | head -n 1
  size: n = * [*, *]: jacobi/msr/f64/seq is faster below, null[cost=0.0005]/msr/f64/seq above; * points (glob)
  $ $WARPMARK run c.lua -o c.h5 --resume 2>/dev/null; $WARPMARK table c.h5 crossovers --format csv | cmp - before

Stopped: the search goes on later.

  $ $WARPMARK run c.lua -o s.h5 2>log & pid=$!
  $ tries=0; until grep -q '^.2/8' log || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done; kill -TERM $pid; wait $pid
  [130]
  $ $WARPMARK table s.h5 crossovers --format csv | cut -d, -f5
  state
  unfinished
  $ $WARPMARK run c.lua -o s.h5 --resume 2>/dev/null; $WARPMARK table s.h5 crossovers --format csv | cut -d, -f5
  state
  found

A variant that is always the faster one.

  $ sed 's/from = 1000, to = 1000000/from = 10, to = 1000/' c.lua >n.lua; $WARPMARK run n.lua -o n.h5 2>&1 | grep '^size'
  size: no crossover of null[cost=0.0005]/msr/f64/seq and jacobi/msr/f64/seq found along n: jacobi/msr/f64/seq is faster at all 2 points

Run again: do the intervals agree?

  $ $WARPMARK run n.lua -o again.h5 --repeat 2 2>&1 | tail -n 2; ls again*
  size: n = none; none; not found in each run
  0 of 1 searches agree in 2 runs; 0 disjoint, 1 not found in each run
  again-2.h5
  again.h5
  $ rm again-2.h5; $WARPMARK run n.lua -o again.h5 --repeat 2 --resume 2>&1 | tail -n 1
  0 of 1 searches agree in 2 runs; 0 disjoint, 1 not found in each run
  $ rm again.h5; $WARPMARK run n.lua -o again.h5 --repeat 2; ls again*
  warpmark: again-2.h5 exists: choose another name with -o, or give --force to replace it
  again-2.h5
  $ $WARPMARK run n.lua --repeat 2
  warpmark: --repeat needs -o FILE.h5: further runs go to FILE-2.h5, ...
  [1]

With several seeds: each has a search of its own, and together they say where the next matrix has its crossover.

  $ cat >seeds.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "seeds",
  >     problems = {
  >         wm.crossover {
  >             id = "d", a = "jacobi/msr/f64/seq", b = "bicgstab/msr/f64/seq", axis = "density", seeds = 3,
  >             source = "random_dd:n=100,density={density},seed={seed}", from = 0.005, to = 0.3, points = 10, within = "20%",
  >         },
  >     },
  >     variants = { "{jacobi,bicgstab}/msr/f64/seq" },
  >     solve = { epsilon = 1e-10, criterion = "absolute" },
  >     measure = { max_time = "200ms" },
  > }
  > end
  $ $WARPMARK run seeds.lua -o seeds.h5 2>log; grep '^d' log
  d: for the next matrix density = *, with 95 % between * and *: 3 of 3 seeds found one (glob)
  d.seed1: density = * (glob)
  d.seed2: density = * (glob)
  d.seed3: density = * (glob)
  $ $WARPMARK table seeds.h5 predictions --format csv
  id,axis,a,b,seeds,found,at,low,high,study,over,over_value
  d,density,jacobi/msr/f64/seq,bicgstab/msr/f64/seq,3,3,*,d,, (glob)

What bytes and latency predict needs the bandwidth of a copy. Where the model does not hold, the table says why.

  $ $WARPMARK table seeds.h5 transfer --format csv | head -n 2
  id,axis,a,b,measured,low,high,predicted,ratio,bandwidth_a_B_per_s,bandwidth_b_B_per_s,latency_a_s,latency_b_s,why_not
  d.seed1,density,jacobi/msr/f64/seq,bicgstab/msr/f64/seq,*,*,*,,,,,,,no bandwidth of copies for a: measure with copy_samples=20 (glob)
  $ $WARPMARK table c.h5 transfer --format csv | cut -d, -f3,8,14-
  a,predicted,why_not
  null[cost=0.0005]/msr/f64/seq,,"a: the file has no traffic of it, or no iterations"
  $ sed 's/seeds = 3/seeds = { 1 }, start = 7/' seeds.lua >copies.lua
  $ $WARPMARK run copies.lua copy_samples=5 -o copies.h5 2>/dev/null; $WARPMARK table copies.h5 transfer --format json | grep -c '"predicted": [0-9n]'
  1
  $ $WARPMARK table copies.h5 transfer --format csv | awk -F, 'NR > 1 { print ($10 > 1e8 && $10 == $11), ($8 == "" ? $9 == "" && $14 != "" : $8 > 0.005 && $8 < 0.3 && $9 > 0 && $12 >= 0 && $14 == "") }'
  1 1

A study of two sizes and two seeds: four searches, each with its size as an axis.

  $ sed 's/seeds = 3/seeds = { 1, 5 }, over = { n = { 50, 100 } }/; s/n=100/n={n}/
  > s/^    solve = /    figures = { { id = "map", kind = "boundary", x = "n", y = "density" } },\n&/' seeds.lua >over.lua
  $ $WARPMARK run over.lua -o over.h5 2>log; grep '^d' log
  d.n50: nothing is said of the next matrix: * (glob)
  d.n100: nothing is said of the next matrix: * (glob)
  d.n50.seed1: density = * (glob)
  d.n50.seed5: density = * (glob)
  d.n100.seed1: density = * (glob)
  d.n100.seed5: density = * (glob)
  $ $WARPMARK table over.h5 crossovers --format csv | cut -d, -f1,12-
  id,study,over,over_value,seed
  d.n50.seed1,d,n,50,1
  d.n50.seed5,d,n,50,5
  d.n100.seed1,d,n,100,1
  d.n100.seed5,d,n,100,5
  $ $WARPMARK show over.h5 --json | grep -A 3 '"study"' | tail -n 4 | tr -d '\n'; echo
  * "study": "d",* "over": "n",* "over_value": 100,* "seed": 5 (glob)
  $ $WARPMARK table over.h5 cases --format csv | head -n 1 | tr , '\n' | grep -x -E 'n|density|crossover' | sort
  crossover
  density
  n
  $ $WARPMARK table over.h5 map --format csv | cut -d, -f1,2,7-
  n,curve,runs,extrapolated,doubtful,unchecked,disturbed,status
  50,crossover,1,0,0,0,0,ok
  100,crossover,1,0,0,0,0,ok
  $ $WARPMARK run over.lua -o over.h5 --resume 2>&1 | grep kept
  over.h5: * of * cases are kept (glob)

Mistakes

  $ sed 's/identity:n={n}/identity:n={m}/' c.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: m.lua:*: wm.crossover: source: the axis is 'n', so that '{m}' cannot be filled in (glob)
  [1]
  $ sed 's/b = "jacobi/b = "jacoby/' c.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: m.lua:6: crossover size: b: variant 'jacoby/msr/f64/seq': unknown method 'jacoby', did you mean 'jacobi'?
  [1]
  $ sed 's/whole = true, //' c.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: m.lua:6: crossover size: identity: n=13992.58757*: needs a whole number, not negative; if its axis has whole numbers only, say whole = true (glob)
  [1]
  $ sed 's/identity:n=/identity:m=/' c.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: * (glob)
  [1]
  $ sed 's/100 }/{} }/' over.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: m.lua:*: wm.crossover.over.n[2]: a number is expected, not a table (glob)
  [1]
  $ sed 's/over = {.*}, *$/over = { density = { 1 } },/' over.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: m.lua:*: wm.crossover: over: 'density' is the axis of each search already (glob)
  [1]
  $ sed 's/y = "density"/y = "n"/' over.lua >m.lua; $WARPMARK run m.lua -o m.h5
  warpmark: m.lua:*: figures[1]: no wm.crossover has axis = 'n' and over = { n = ... }; 'd' has axis = 'density' and over = { n = ... } (glob)
  [1]
  $ $WARPMARK submit c.lua --to local:2 -o m
  warpmark: c.lua: a search for a crossover (size) needs all its cases in one run: warpmark run
  [1]
