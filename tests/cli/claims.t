Claims, and tables and figures that the script makes: judged at the end of the run, then in the results file.

  $ mkdir -p e/parts data
  $ printf 'n,paper_s\n10,2\n20,\n' >data/paper.csv
  $ echo 'return { twice = function(x) return 2 * x end }' >e/parts/twice.lua
  $ cat >e/c.lua <<end
  > local wm = require "warpmark"
  > local twice = require "parts.twice"
  > local published = wm.csv "../data/paper.csv"
  > local o = wm.options({ n = { 10, 20 }, label = "full" }, { label = "quick" })
  > return wm.experiment {
  >     name = "c",
  >     problems = wm.grid { "random_dd", n = o.n },
  >     variants = { "jacobi/msr/f64/{seq,omp}" },
  >     measure = { throttle_retries = 0, max_samples = 3, max_time = "1h" },
  >     claims = {
  >         { id = "A", text = "both take the same iterations", test = function(results)
  >             local seq, omp = results.case { n = 10, place = "seq", method = "jacobi" },
  >                              results.case { n = 10, place = "omp" }
  >             if not seq or not omp then return nil, "a case is not there" end
  >             return seq.iterations == omp.iterations, seq.iterations - omp.iterations .. " apart", { 1.1, 1.6 }
  >         end, magnitude = { low = 1, high = 1.5 } },
  >         { id = "B", text = "two is one", test = function() return 2 == 1, "2, 1, " .. o.label, 316 end,
  >           magnitude = { low = 18, high = 18 } },
  >         { id = "C", text = "the same is faster", test = function(results)
  >             local case = results.cases { method = "jacobi" }[1]
  >             return results.faster(case, case), "within noise"
  >         end },
  >     },
  >     tables = { { id = "sizes", title = "Sizes", build = function(results)
  >         local rows = {}
  >         for i, problem in ipairs(results.problems { label = "random_dd*" }) do
  >             rows[i] = { problem.n, published[i] and published[i].paper_s, { twice.twice(problem.n), mark = "*" } }
  >         end
  >         return { columns = { { title = "n", unit = "count" }, { title = "paper", unit = "s", group = "time" },
  >                              { title = "ours", unit = "s", group = "time" } }, rows = rows, notes = { "* made up" } }
  >     end } },
  >     figures = {
  >         { id = "square", title = "Squares", build = function(results)
  >             return { x = { title = "x" }, y = { title = "y" },
  >                      curves = { { title = "square", points = { { 1, 1 }, { 2, 4, 3, 5 } } } } }
  >         end },
  >         { id = "shape", kind = "structure" },
  >     },
  > }
  > end
  $ $WARPMARK run e/c.lua -o c.h5 2>&1 | tail -n 1
  claims: 1 holds, 1 does not hold, 1 not tested here; numbers: 1 as published, 1 outside

Nothing but the file is needed from here on.

  $ mv c.h5 ..; rm -r e data; mv ../c.h5 .
  $ $WARPMARK table c.h5 claims
  claims
  
  id  claim                          verdict          magnitude                numbers
  --  -----------------------------  ---------------  -----------------------  ------------
  A   both take the same iterations  holds            as published             0 apart
  B   two is one                     does not hold    outside: 316 against 18  2, 1, full
  C   the same is faster             not tested here                           within noise
  $ $WARPMARK table c.h5 claims --format csv | sed -n 3p
  B,two is one,does not hold,outside: 316 against 18,"2, 1, full"
  $ $WARPMARK table c.h5 sizes
  Sizes
  
      time
   n   paper     ours
  --  ------  -------
  10  2.00 s  20.0 s*
  20       -  40.0 s*
  
  * made up
  $ $WARPMARK table c.h5 sizes --format csv
  n,time: paper_s,time: ours_s,time: ours_mark
  10,2,20,*
  20,,40,*
  $ $WARPMARK table c.h5 sizes --format tex | sed -n '4,8p'
  \begin{tabular}{rrr}
  \toprule
   & \multicolumn{2}{c}{time} \\
  \cmidrule(lr){2-3}
  n & paper & ours \\
  $ $WARPMARK table c.h5 square
  Squares
  
  x    square
  -  --------
  1         1
  2  4 [3, 5]
  $ $WARPMARK table c.h5 shape
  warpmark: no table 'shape' in these results (known: sizes, claims, cases, samples, counters, problems, inside, variants, machine, statuses, crossovers, predictions, transfer, macros, bencher, github, otava, square)
  [1]
  $ $WARPMARK show c.h5 | grep -A 3 ^figures
  figures, all by: warpmark plot FILE -o DIR
    square         Squares
    shape          shape

Merged results keep what the script read; results of other data do not go together.

  $ mkdir d; cat >d/d.lua <<end
  > local wm = require "warpmark"
  > local rows = wm.csv "d.csv"
  > return wm.experiment {
  >     name = "d", problems = { "random_dd:n=10", "random_dd:n=20" }, variants = { "jacobi/msr/f64/{seq,omp}" },
  >     measure = { throttle_retries = 0, max_samples = 3, max_time = "1h" },
  >     claims = { { id = "A", text = "all are there", test = function(results)
  >         return #results.cases { status = "ok" } == rows[1].cases, #results.cases {} .. " of " .. rows[1].cases
  >     end } },
  > }
  > end
  $ printf 'cases\n4\n' >d/d.csv
  $ $WARPMARK submit d/d.lua --to local:2 -o c --lease 2s 2>/dev/null
  $ k=0; for j in c/tasks/*/*.journal; do $WARPMARK recover $j -o d$((k += 1)).h5 >/dev/null 2>&1; done
  $ $WARPMARK merge d1.h5 d[0-9].h5 -o d.h5 >/dev/null
  its claims, tables and figures are not judged: add --script d/d.lua here, or to `warpmark table`, `plot` and `report`
  $ $WARPMARK table d.h5 claims
  warpmark: no judgements are stored in these results (older than schema 2.10, recovered or merged): judge them with a script of yours, such as --script d/d.lua
  [1]
  $ $WARPMARK report d.h5 -o d.md
  warpmark: d.h5: claims, tables and figures: no judgements are stored in these results (older than schema 2.10, recovered or merged): judge them with a script of yours, such as --script d/d.lua
  d.md
  [1]
  $ $WARPMARK table d.h5 claims --script d/d.lua | tail -n 1
  A   all are there  holds               4 of 4
  $ $WARPMARK merge d1.h5 d[0-9].h5 -o e.h5 --script d/d.lua >/dev/null; $WARPMARK table e.h5 claims | tail -n 1
  A   all are there  holds               4 of 4
  $ printf 'cases\n5\n' >d/d.csv; $WARPMARK run d/d.lua -o other.h5 2>/dev/null
  $ $WARPMARK merge d1.h5 other.h5 -o both.h5
  warpmark: d1.h5 and other.h5 cannot be merged: the texts that the scripts read differ
  [1]

A test that goes wrong says where, and costs nothing of what was measured: another script judges it again.

  $ printf 'cases\n4\n' >d/d.csv; sed 's/rows.1..cases, /rows[1].caess, /' d/d.lua >d/w.lua
  $ $WARPMARK run d/w.lua -o w.h5 2>&1 | tail -n 2
  claim A: d/w.lua:7: d/d.csv has no column 'caess', did you mean 'cases'?
  claims: 0 hold, 0 do not hold, 0 not tested here, 1 not judged because of an error
  $ $WARPMARK table w.h5 claims --format csv | tail -n 1
  A,all are there,not judged,,"d/w.lua:7: d/d.csv has no column 'caess', did you mean 'cases'?"
  $ $WARPMARK table w.h5 claims --script d/d.lua --format csv | tail -n 1
  A,all are there,holds,,4 of 4
  $ $WARPMARK table w.h5 claims --script d/none.lua
  warpmark: cannot read d/none.lua: No such file or directory
  [1]

A journal has no judgements.

  $ $WARPMARK run d/d.lua -o k.h5 --keep-journal 2>/dev/null; $WARPMARK verify k.h5
  k.h5: 4 runs, 0 of them unfinished, 12 samples; as its journal says
  $ $WARPMARK recover k.h5 -o r.h5 --script d/d.lua; $WARPMARK table r.h5 claims | tail -n 1
  r.h5: 4 runs, 0 of them unfinished, 12 samples
  A   all are there  holds               4 of 4
