What the experiments of the papers share: published numbers beside ours.

  $ mkdir -p x/experiments x/datasets/data/papers; cp -R $ROOT/experiments/papers x/experiments/
  $ printf 'n,iterations,gpu_ms,note\n10,1,2000,\n20,,oom,\n' >x/datasets/data/papers/made.csv
  $ cat >x/experiments/spin09-made.lua <<end
  > local wm = require "warpmark"
  > local paper = require "papers.paper"
  > local rows = paper.rows "made.csv"
  > return wm.experiment {
  >     name = "spin09-made", problems = wm.grid { "random_dd", n = { 10, 20 } },
  >     variants = { "jacobi/msr/f64/seq", "power/msr/f64/seq" }, solve = { epsilon = 1e-9, criterion = "absolute" },
  >     measure = { max_samples = 2, iterations = 5 }, expect = { "unsupported" },
  >     tables = { { id = "t", title = "T", build = function(results)
  >         local heads = { "n count", "GPU: = s", "", "none: = s", "iterations: == count" }
  >         local out = { columns = paper.heads(heads), rows = {} }
  >         for i, row in ipairs(rows) do
  >             local case = results.case { n = row.n, method = "jacobi" }
  >             local cells = { row.n }
  >             paper.append(cells, paper.triple(row.gpu_ms, case, { scale = 1e-3 }))
  >             paper.append(cells, paper.triple(1, results.case { n = row.n, method = "power" }))
  >             paper.append(cells, paper.exact(row.iterations, case.iterations))
  >             out.rows[i] = cells
  >         end
  >         out.notes = paper.machine(results)
  >         paper.append(out.notes, table.unpack(paper.marks))
  >         return out
  >     end } },
  > }
  > end
  $ $WARPMARK run x/experiments/spin09-made.lua -o p.h5 2>/dev/null
  $ $WARPMARK table p.h5 t --format csv
  n,GPU: paper_s,GPU: ours_s,GPU: ours_mark,GPU: ratio,GPU: ratio_mark,none: paper_s,none: ours_s,none: ours_mark,none: ratio,iterations: paper,iterations: ours,iterations: ours_mark
  10,2,* (glob)
  20,oom,* (glob)
  $ $WARPMARK table p.h5 t | sed -n '/^10/s/  */ /gp; /^20/s/  */ /gp; /^paper:/,$p'
  10 2.00 s * (glob)
  20 oom * (glob)
  paper: * (glob)
  ours: * cores, * (glob)
  * extrapolated: iterations x time per iteration; ? doubtful: error may be above 10 epsilon; † unchecked: no answer was checked; ~ disturbed: may be too long
  ≠ differs from the paper; a word (timeout, ...) says why there is no number; - neither has one

Where PRISM's rule stops too early, a line says so, and how sure that is.

  $ cat >x/experiments/rule.lua <<end
  > local wm = require "warpmark"
  > local paper = require "papers.paper"
  > return wm.experiment {
  >     name = "rule", problems = { "tandem:c=7", "polling:n=3" }, variants = { "jacobi/msr/f64/seq" },
  >     measure = { max_samples = 1 },
  >     tables = { { id = "t", title = "T", build = function(results)
  >         local out = { columns = paper.heads { "problem text | proven error bound" }, rows = {}, notes = {} }
  >         for i, case in ipairs(results.cases {}) do out.rows[i] = { case.problem, paper.proven(case) } end
  >         for _, problem in ipairs { "tandem:c=7", "*" } do
  >             out.notes[#out.notes + 1] = paper.rule_is_off(results, results.cases { problem = problem })
  >         end
  >         return out
  >     end } },
  > }
  > end
  $ $WARPMARK run x/experiments/rule.lua -o r.h5 2>/dev/null; $WARPMARK run x/experiments/rule.lua prove=false -o n.h5 2>/dev/null; rm -r x
  $ $WARPMARK table r.h5 t | tail -n +3
  problem      proven error
  -----------  ------------
  tandem:c=7 * (glob)
  polling:n=3       0.00025
  
  the rule by which PRISM stops says nothing about the error: epsilon is 1e-06, and the answer of polling:n=3 is proven to 0.00025 only; a value is off by at least *e-0* of itself (glob)
  $ $WARPMARK table n.h5 t --format csv
  problem,proven error,proven error_mark
  tandem:c=7,,not proven
  polling:n=3,,not proven

With --quick one core solves instances of the papers, in as many iterations; claims say what they need.

  $ cp -R $ROOT/experiments $ROOT/datasets .
  $ $WARPMARK run spin09-table3 --quick c=255 -o q.h5 2>/dev/null
  $ $WARPMARK table q.h5 times --format csv | cut -d , -f 1-6 | sed -n '1,2p'
  c,n: paper,n: ours,iterations: paper,iterations: ours,iterations: proven error
  255,130816,130816,4212,4212,*e-* (glob)
  $ $WARPMARK table q.h5 times | grep -c 'not run: not among'; $WARPMARK table q.h5 times | grep -c '≠\|(small)'
  1
  0
  [1]
  $ $WARPMARK table q.h5 claims --format csv | sed -n 's/.*not tested here,,//p'
  * (glob)
  "needs tandem 4095: warpmark run spin09-table3 c=4095 takes 6 GB of memory, and no GPU"
  * (glob)
  $ rm -r experiments datasets

Every published table can be read.

  $ mkdir experiments; cat >experiments/all.lua <<end
  > local wm = require "warpmark"
  > local names = wm.options { names = { "" } }.names
  > for _, name in ipairs(names) do assert(#wm.csv("../datasets/data/papers/" .. name) > 0, name) end
  > return wm.experiment { name = "all", problems = { "random_dd:n=4" }, variants = { "jacobi/msr/f64/seq" },
  >     measure = { max_samples = 1 } }
  > end
  $ cp -R $ROOT/datasets .
  $ $WARPMARK run experiments/all.lua names=$(cd datasets/data/papers; ls *.csv | paste -sd,) 2>&1 | sed -n 's/: 1 cases (1 ok).*/: ok/p'
  *: ok (glob)
  $ ls datasets/data/papers/*.csv | wc -l
  18

The page about the papers has what the stored results give (else: make reproduction).

  $ $ROOT/docs/reproduction.sh $WARPMARK $ROOT/results/baselines | diff $ROOT/docs/reproduction.md -
