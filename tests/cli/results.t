What comes out of a results file, and files that are none.

  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = wm.grid { "random_dd", n = { 10, 20 } },
  >     variants = { "jacobi/msr/f64/{seq,omp}" },
  >     measure = { throttle_retries = 0, max_samples = 3, min_samples = 3, max_time = "1h" },
  >     figures = { { id = "byn", x = "n", y = "solve" }, { id = "all", kind = "bars", x = "problem", y = "iterations" } },
  >     tables = { { id = "iterations", rows = "n", value = "iterations" } },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null
  $ $WARPMARK show r.h5 | sed -n '1p;/^4 cases/,/^$/p'
  r: r
  4 cases of 2 problems x 2 variants, 12 samples
    ok                  4
  4 answers: 4 certified (largest proven error *) (glob)
  
  $ $WARPMARK table r.h5 iterations
  iterations
  
   n  seq  omp
  --  ---  ---
  10 * (glob)
  20 * (glob)
  
  all columns: jacobi msr f64
  $ $WARPMARK table r.h5 iterations --format md
  **iterations**
  
  | n | seq | omp |
  | ---: | ---: | ---: |
  | 10 | * | * | (glob)
  | 20 | * | * | (glob)
  
  all columns: jacobi msr f64
  $ $WARPMARK table r.h5 iterations --format csv
  n,variant,iterations,low,high,used,runs,extrapolated,doubtful,unchecked,disturbed,status
  10,jacobi/msr/f64/seq,*,,,1,1,0,0,0,*,ok (glob)
  10,jacobi/msr/f64/omp,*,,,1,1,0,0,0,*,ok (glob)
  20,jacobi/msr/f64/seq,*,,,1,1,0,0,0,*,ok (glob)
  20,jacobi/msr/f64/omp,*,,,1,1,0,0,0,*,ok (glob)
  $ $WARPMARK table r.h5 iterations --format tex | head -n 1
  % iterations
  $ $WARPMARK table r.h5 statuses --format csv
  status,cases
  ok,4

Without a name: which tables there are. JSON has the same rows and keys as CSV.

  $ $WARPMARK table r.h5 | head -n 8
  tables of these results
  
  table        kind      holds
  -----------  --------  -------------------------------------------------------------
  iterations   script    iterations
  cases        built-in  every case: how it ended, its time, its answer
  samples      built-in  every timed solve: its time, and what kernel and GPU counted
  counters     built-in  what was counted in solves that are not timed
  $ $WARPMARK table r.h5 --format json | tail -n 2
    {"table": "all", "kind": "figure", "holds": "all"}
  ]
  $ $WARPMARK table r.h5 statuses --format json
  [
    {"status": "ok", "cases": 4}
  ]

A filter of '*' leaves nothing out, also where no problem has the axis.

  $ sed 's/value = "iterations"/&, where = "seed=*,n={10,20}"/' r.lua >seed.lua
  $ $WARPMARK run seed.lua -o seed.h5 2>/dev/null && $WARPMARK table seed.h5 iterations --format csv | wc -l
  5
  $ $WARPMARK compare r.h5 seed.h5 --where 'seed=*,n=10' --format json | grep -c '"problem"'
  2
  $ $WARPMARK compare r.h5 seed.h5 --where 'seed=?*'
  warpmark: unknown field 'seed' (known: n, problem, * (glob)
  [1]

Unknown names

  $ $WARPMARK table r.h5 iteration
  warpmark: no table 'iteration' in these results, did you mean 'iterations'?
  [1]
  $ $WARPMARK table r.h5 frobnicate
  warpmark: no table 'frobnicate' in these results (known: iterations, cases, samples, counters, problems, inside, variants, machine, statuses, crossovers, predictions, transfer, macros, bencher, github, otava, byn, all)
  [1]
  $ $WARPMARK plot r.h5 bin
  warpmark: no figure 'bin', did you mean 'byn'?
  [1]
  $ $WARPMARK plot r.h5 frobnicate -o none
  warpmark: no figure 'frobnicate' (known: byn, all)
  [1]
  $ test -e none
  [1]

Without gnuplot the figure's script is kept.

  $ PATH=/nowhere "$WARPMARK" plot r.h5 byn -o later
  warpmark: gnuplot is not installed; install the Debian package gnuplot-nox and plot again
  [4]
  $ ls later
  r-byn.dat
  r-byn.gp
  $ $WARPMARK plot r.h5 -o r.h5
  warpmark: cannot create the folder r.h5: File exists
  [1]
  $ $WARPMARK plot r.h5 -o no/where
  warpmark: cannot create the folder no/where: No such file or directory
  [1]

Files that are no results

  $ $WARPMARK show absent.h5
  warpmark: cannot read absent.h5: No such file or directory
  [1]
  $ $WARPMARK show .
  warpmark: cannot read .: it is a folder, not a regular file
  [1]
  $ echo 'no results here' >text.h5 && $WARPMARK show text.h5
  warpmark: text.h5 is not a results file: it is not HDF5
  [1]
  $ : >empty.h5 && $WARPMARK table empty.h5 cases
  warpmark: empty.h5 is not a results file: it is empty
  [1]
  $ size=$(wc -c <r.h5)
  $ head -c $((size - 5000)) r.h5 >cut.h5 && $WARPMARK show cut.h5
  warpmark: cut.h5 is a damaged results file: the file: it is cut off: * of its * bytes are there (glob)
  [5]
  $ head -c $((size / 2)) r.h5 >cut.h5 && $WARPMARK table cut.h5 cases
  warpmark: cut.h5 is a damaged results file: the file: it is cut off: * of its * bytes are there (glob)
  [5]
  $ head -c 100 r.h5 >cut.h5 && $WARPMARK plot cut.h5 -o cut
  warpmark: cut.h5 is a damaged results file: the file: it is cut off: * of its * bytes are there (glob)
  [5]
  $ test -e cut
  [1]

A results file is no source.

  $ $WARPMARK info r.h5
  warpmark: r.h5 is a results file, not a chain or a system: see it with warpmark show
  [1]
