A run from script to results file.

  $ cat >two.lua <<end
  > local wm = require "warpmark"
  > local options = wm.options({ n = { 20, 40 }, density = 0.2 }, { n = { 10 } })
  > return wm.experiment {
  >     name = "two",
  >     problems = wm.grid { "random_dd", n = options.n, density = options.density },
  >     variants = { "jacobi/msr/{f32,f64}/seq", "bicgstab/msr/f64/seq" },
  >     solve = { criterion = "absolute" },
  >     measure = { throttle_retries = 0, max_time = "20ms", max_samples = 5 },
  >     tables = { { id = "n", rows = "n", value = "status" } },
  > }
  > end
  $ $WARPMARK run two.lua -o two.h5 >out
  [1/6] random_dd:density=0.2,n=20  jacobi/msr/f32/seq: *s*, * sample*, * iterations (glob)
  [2/6] random_dd:density=0.2,n=20  jacobi/msr/f64/seq: *s*, * sample*, * iterations (glob)
  [3/6] random_dd:density=0.2,n=20  bicgstab/msr/f64/seq: *s*, * sample*, * iterations (glob)
  [4/6] random_dd:density=0.2,n=40  jacobi/msr/f32/seq: *s*, * sample*, * iterations (glob)
  [5/6] random_dd:density=0.2,n=40  jacobi/msr/f64/seq: *s*, * sample*, * iterations (glob)
  [6/6] random_dd:density=0.2,n=40  bicgstab/msr/f64/seq: *s*, * sample*, * iterations (glob)
  two.h5: 6 cases (6 ok), 6 answers: 6 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  $ wc -c <out; ls
  0
  out
  two.h5
  two.lua
  $ $WARPMARK table two.h5 n
  n
  
   n  jacobi f32  jacobi f64  bicgstab f64
  --  ----------  ----------  ------------
  20  ok          ok          ok
  40  ok          ok          ok
  
  all columns: msr seq

Without -o it goes to results/NAME-TIME.h5, and --resume continues the newest.

  $ $WARPMARK run two.lua --quick 2>/dev/null && ls results && $WARPMARK table results/* n --format csv
  two-*T*Z.h5 (glob)
  n,variant,status,low,high,used,runs,extrapolated,doubtful,unchecked,disturbed,status_2
  10,jacobi/msr/f32/seq,ok,,,0,1,0,0,0,0,ok
  10,jacobi/msr/f64/seq,ok,,,0,1,0,0,0,0,ok
  10,bicgstab/msr/f64/seq,ok,,,0,1,0,0,0,0,ok
  $ first=$(ls results); sleep 1; $WARPMARK run two.lua 2>/dev/null; ls results | wc -l; newest=$(ls results | tail -n 1)
  2
  $ $WARPMARK run two.lua --resume 2>&1 | head -n 2 | sed "s/$newest/NEWEST/"
  continuing results/NEWEST
  results/NEWEST: 6 of 6 cases are kept
  $ cp results/$newest results/two-20200101T000000Z.h5; $WARPMARK run two.lua --quick -o results/two-20200101T000000Z.h5 --force --keep-journal 2>/dev/null
  $ $WARPMARK run two.lua --quick --resume 2>&1 | head -n 2
  continuing results/two-20200101T000000Z.h5
  results/two-20200101T000000Z.h5: 3 of 3 cases are kept
  $ rm -r results; $WARPMARK run two.lua --resume
  warpmark: --resume: folder results has neither two-TIME.h5 nor its journal. Leave --resume out, or name the file with -o
  [1]

key=value: options of the script, then settings.

  $ $WARPMARK run two.lua -o o.h5 n=10,30 density=0.5 max_samples=2 min_samples=2 max_time=1h 2>/dev/null
  $ $WARPMARK table o.h5 problems --format csv | cut -d , -f 1
  problem
  "random_dd:density=0.5
  "random_dd:density=0.5
  $ $WARPMARK show o.h5 | grep -E 'command|cases of'
  command   warpmark run two.lua -o o.h5 n=10,30 density=0.5 max_samples=2 min_samples=2 max_time=1h
  6 cases of 2 problems x 3 variants, 12 samples
  $ $WARPMARK run two.lua -o o.h5 --force n=10 max_iterations=1
  [1/3] random_dd:density=0.2,n=10  jacobi/msr/f32/seq: not_converged: no convergence within 1 iteration
  [2/3] random_dd:density=0.2,n=10  jacobi/msr/f64/seq: not_converged: no convergence within 1 iteration
  [3/3] random_dd:density=0.2,n=10  bicgstab/msr/f64/seq: not_converged: no convergence within 1 iteration
  o.h5: 3 cases (3 not_converged) in * s; planning and checking * %, writing * s (glob)
  3 cases ended after max_iterations = 1 without an answer, such as jacobi/msr/f32/seq on random_dd:density=0.2,n=10: give less on the command line, such as max_iterations=10000, take another method, or write expect = { "not_converged" }
  [2]
  $ $WARPMARK run two.lua -o bad.h5 m=10
  warpmark: two.lua:3: m=10 on the command line: unknown option 'm', did you mean 'n'?
  [1]
  $ $WARPMARK run two.lua -o bad.h5 epsilom=1e-3
  warpmark: two.lua:3: epsilom=1e-3 on the command line: unknown option 'epsilom', did you mean 'epsilon'?
  [1]
  $ $WARPMARK run two.lua -o bad.h5 n=ten
  warpmark: two.lua:2: n=ten on the command line: a whole number is expected, not 'ten'
  [1]
  $ $WARPMARK run two.lua -o bad.h5 epsilon=0
  warpmark: two.lua:3: epsilon=0 on the command line: a number above zero is expected, not 0
  [1]
  $ $WARPMARK run two.lua -o bad.h5 n=10 n=20
  warpmark: two.lua: 'n' is given twice on the command line
  [1]
  $ $WARPMARK run two.lua -o bad.h5 quick
  warpmark: two.lua: 'quick' on the command line: key=value is expected, did you mean '--quick'?
  [1]
  $ $WARPMARK run two.lua -o bad.h5 density=0
  warpmark: two.lua:5: random_dd: density=0: must be above 0 and at most 1
  [1]
  $ $WARPMARK run two.lua -o bad.h5 --qiuck
  warpmark: unknown option '--qiuck', did you mean '--quick'?
  [1]
  $ ls | grep bad
  [1]

--variants keeps some of the script's.

  $ $WARPMARK run two.lua -o v.h5 n=10 --variants 'jacobi/*' 2>/dev/null && $WARPMARK table v.h5 variants --format csv | cut -d , -f 1
  variant
  jacobi/msr/f32/seq
  jacobi/msr/f64/seq
  $ $WARPMARK run two.lua -o v.h5 --force n=10 --variants '{bicgstab,jacobi}/msr/f64/{seq,omp}' 2>/dev/null && $WARPMARK table v.h5 variants --format csv | cut -d , -f 1
  variant
  jacobi/msr/f64/seq
  bicgstab/msr/f64/seq
  $ $WARPMARK run two.lua -o bad.h5 --variants 'power/*'
  warpmark: --variants power/*: matches none of the script's 3 variants, such as bicgstab/msr/f64/seq
  [1]
  $ $WARPMARK run two.lua -o bad.h5 --variants 'jacobi/{msr'
  warpmark: pattern 'jacobi/{msr': '{' without '}'
  [1]
  $ ls | grep bad
  [1]

The command is recorded as a shell takes it back.

  $ $WARPMARK run two.lua -o "it's here.h5" n=10 '--variants=jacobi/*' 2>/dev/null && $WARPMARK show "it's here.h5" | grep command
  command   warpmark run two.lua -o 'it'\''s here.h5' n=10 '--variants=jacobi/*'

Scripts that cannot be

  $ $WARPMARK run absent.lua
  warpmark: cannot read absent.lua: No such file or directory
  [1]
  $ mkdir experiments && cp two.lua experiments/square.lua && $WARPMARK run square --quick -o s.h5 2>/dev/null && ls s.h5
  s.h5
  $ $WARPMARK run sqare
  warpmark: sqare: no such script and no bundled experiment of that name, did you mean 'square'?
  [1]
  $ mkdir folder.lua && $WARPMARK run folder.lua
  warpmark: cannot read folder.lua: it is a folder, not a regular file
  [1]
  $ echo 'return {' >bad.lua && $WARPMARK run bad.lua
  warpmark: bad.lua:2: unexpected symbol near <eof>
  [1]
  $ echo 'local x = 1' >bad.lua && $WARPMARK run bad.lua
  warpmark: bad.lua:1: a script ends with `return wm.experiment{...}`, but this one returned nothing
  [1]
  $ echo 'return 5' >bad.lua && $WARPMARK run bad.lua
  warpmark: bad.lua:1: a script ends with `return wm.experiment{...}`, but this one returned 5
  [1]
  $ echo 'error("no luck")' >bad.lua && $WARPMARK run bad.lua
  warpmark: bad.lua:1: no luck
  [1]
  $ sed 's/measure =/mesure =/' two.lua >bad.lua && $WARPMARK run bad.lua
  warpmark: bad.lua:3: wm.experiment: unknown key 'mesure', did you mean 'measure'?
  [1]
  $ sed 's/max_time =/max_tiem =/' two.lua >bad.lua && $WARPMARK run bad.lua
  warpmark: bad.lua:3: measure: unknown key 'max_tiem', did you mean 'max_time'?
  [1]
  $ sed 's/jacobi/jakobi/' two.lua >bad.lua && $WARPMARK run bad.lua -o bad.h5
  warpmark: bad.lua:6: variants[1]: variant 'jakobi/msr/f32/seq': unknown method 'jakobi', did you mean 'jacobi'?
  [1]
  $ sed 's/random_dd/random_db/' two.lua >bad.lua && $WARPMARK run bad.lua -o bad.h5
  warpmark: bad.lua:5: unknown generator 'random_db', did you mean 'random_dd'? (a file needs a '/' or '.' in its name)
  [1]
  $ sed 's/wm.grid.*/{ "absent.mtx" },/' two.lua >bad.lua && $WARPMARK run bad.lua -o bad.h5
  warpmark: bad.lua:5: absent.mtx: No such file or directory
  [1]
  $ ls | grep bad
  bad.lua

Output that cannot be: found out before anything is timed.

  $ $WARPMARK run two.lua -o nowhere/two.h5
  warpmark: cannot write nowhere/two.h5: No such file or directory (there is no folder nowhere/)
  [1]
  $ $WARPMARK run two.lua -o folder.lua
  warpmark: cannot write folder.lua: results are HDF5, so end the name with .h5. Tables, pages and figures are made from it: warpmark table, report, plot
  [1]
  $ $WARPMARK run two.lua -o /dev/null
  warpmark: cannot write /dev/null: it exists and is not a regular file
  [1]
  $ test -e nowhere
  [1]

How cases ended decides the exit code: 2 for one that went wrong, unless the script expects it.

  $ cat >wrong.lua <<end
  > local wm = require "warpmark"
  > local options = wm.options { expect = { "interrupted" } }
  > return wm.experiment {
  >     name = "wrong", problems = { "random_dd:n=10" }, variants = { "{null,jacobi}/msr/f64/seq" }, expect = options.expect,
  >     measure = { throttle_retries = 0, max_samples = 2, min_samples = 2, max_time = "1h" },
  > }
  > end
  $ $WARPMARK run wrong.lua -o w.h5
  [1/2] random_dd:n=10  null/msr/f64/seq: wrong: one more step in f64 changes the answer by *, more than 10 times epsilon = 1e-06 (glob)
  [2/2] random_dd:n=10  jacobi/msr/f64/seq: *s*, * sample*, * iterations (glob)
  w.h5: 2 cases (1 ok, 1 wrong), 1 answer: 1 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  [2]
  $ $WARPMARK run wrong.lua -o w.h5 --force expect=wrong 2>/dev/null
  $ $WARPMARK table w.h5 statuses --format csv
  status,cases
  ok,1
  wrong,1

1 where a problem turns out not to be: the other cases run all the same.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 x\n' >broken.mtx
  $ sed 's/"random_dd:n=10"/"broken.mtx", "identity:n=3"/' wrong.lua >half.lua
  $ $WARPMARK run half.lua -o h.h5
  [1/4] broken.mtx  null/msr/f64/seq: skipped: broken.mtx:3: expected the value (a finite number), found 'x'
  [3/4] identity:n=3  null/msr/f64/seq: *s*, * sample*, 0 iterations (glob)
  [4/4] identity:n=3  jacobi/msr/f64/seq: *s*, * sample*, 1 iteration (glob)
  2 cases skipped, the first broken.mtx  null/msr/f64/seq: broken.mtx:3: expected the value (a finite number), found 'x'
  h.h5: 4 cases (2 ok, 2 skipped), 2 answers: 2 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  [1]
  $ $WARPMARK table h.h5 statuses --format csv
  status,cases
  ok,2
  skipped,2
  $ ls | grep tmp
  [1]

Problems with variants of their own.

  $ cat >own.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "own",
  >     problems = { "tandem:c=3", { source = "kanban:t=1", variants = { "jor/{msr,wl}/f64/*" } } },
  >     variants = { "jacobi/msr/f64/seq", "jor/msr/f64/{seq,omp}" }, measure = { throttle_retries = 0, max_samples = 1, warmup = 0 },
  > }
  > end
  $ $WARPMARK run own.lua -o own.h5 2>/dev/null
  $ $WARPMARK table own.h5 cases --format csv | awk -F, 'NR > 1 { print $1, $12, $19 }'
  tandem:c=3 jacobi/msr/f64/seq ok
  tandem:c=3 jor/msr/f64/seq ok
  tandem:c=3 jor/msr/f64/omp ok
  kanban:t=1 jor/msr/f64/seq ok
  kanban:t=1 jor/msr/f64/omp ok
  $ $WARPMARK run own.lua -o one.h5 --variants 'jacobi*' 2>/dev/null
  $ $WARPMARK table one.h5 cases --format csv | awk -F, 'NR > 1 { print $1, $12, $19 }'
  tandem:c=3 jacobi/msr/f64/seq ok
  $ sed 's|jor/{msr,wl}/f64/\*|power/msr/f64/seq|' own.lua >none.lua
  $ $WARPMARK run none.lua
  warpmark: none.lua:4: problem kanban:t=1: variants: power/msr/f64/seq: none of the experiment's 3 variants
  [1]
  $ sed 's/variants = { "jor/variant = { "jor/' own.lua >misspelt.lua
  $ $WARPMARK run misspelt.lua
  warpmark: misspelt.lua:2: problems[2]: unknown key 'variant', did you mean 'variants'?
  [1]

A folder that is called like a bundled experiment is not in its way.

  $ mkdir -p fresh/crossover && cd fresh && $WARPMARK run crossover --quick n=20 max_samples=1 --variants jacobi/msr/f64/seq -o crossover/1.h5 2>/dev/null
  $ ls crossover
  1.h5

A run that could make no problem leaves no file in the way of the next one.

  $ printf '2 2\n0 1 1\n1 1 1\n' >two.tra; printf '0="init" 1="goal"\n0: 0\n1: 1\n' >two.lab; echo '0 abc' >two.srew
  $ printf 'local wm = require "warpmark"\nreturn wm.experiment { name = "two", variants = { "jacobi/msr/f64/seq" },\n    problems = { "two.tra:type=dtmc,reward=two.srew,goal=goal" }, measure = { max_samples = 2 } }\n' >two.lua
  $ $WARPMARK run two.lua -o two.h5
  [1/1] two.tra:type=dtmc,reward=two.srew,goal=goal  jacobi/msr/f64/seq: skipped: two.srew:1: expected the number of states (2 to 2), found '0'
  warpmark: nothing was measured, and no file is written: two.srew:1: expected the number of states (2 to 2), found '0'
  [1]
  $ ls two.h5* 2>/dev/null; printf '2 1\n0 1\n' >two.srew; $WARPMARK run two.lua -o two.h5 2>/dev/null; ls two.h5*
  two.h5

Cases that took all their iterations are named at the end, unless they were expected.

  $ printf 'local wm = require "warpmark"\nreturn wm.experiment { name = "few", variants = { "{jacobi,power}/msr/f64/seq" }, expect = { wm.options({ e = "wrong" }).e },\n    problems = { "tandem:c=15" }, solve = { max_iterations = 20 } }\n' >few.lua
  $ $WARPMARK run few.lua -o few.h5 2>&1 | sed -n '/max_iterations/p'; $WARPMARK run few.lua e=not_converged -o few.h5 --force 2>&1 | grep -c max_iterations
  2 cases ended after max_iterations = 20 without an answer, such as jacobi/msr/f64/seq on tandem:c=15: give less on the command line, such as max_iterations=10000, take another method, or write expect = { "not_converged" }
  0
  [1]
