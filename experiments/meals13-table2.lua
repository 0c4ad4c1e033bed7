-- MEALS D1.6, table 2: modified sparse rows on the GPU, with the states in PRISM's order and breadth-first.
--
-- Each case is solved once as a whole, for its iterations and its answer; times are of 200 iterations, extrapolated. On
-- the command line, count_iterations=false leaves the whole solves out: the paper's counts, which table 1 confirms,
-- stand in.
local wm = require "warpmark"
local meals13 = require "papers.meals13"
local claims = require "papers.meals13-claims"

local patterns = { "METHOD[vote=store]/msr+*/f64/cuda" }
if wm.quick then patterns[2] = "METHOD/msr+*/f64/seq" end

return wm.experiment {
    name = "meals13-table2",
    title = "MSR, in PRISM's order and breadth-first",
    paper = "MEALS D1.6 (2013), table 2",
    problems = meals13.problems(patterns),
    variants = meals13.variants(patterns),
    measure = meals13.measure,
    tables = {
        meals13.table("MSR, in PRISM's order and breadth-first", "meals13-t2-msr-bfs.csv", {
            meals13.memory("memory", "mem_mb", "msr", "native"),
            meals13.time("original", "orig_s", "msr", "native"),
            meals13.time("BFS", "bfs_s", "msr", "bfs"),
            meals13.factor("factor", "factor", { "msr" }, { { "msr", "bfs" } }),
            meals13.today("msr"),
        }),
    },
    claims = { claims.M2 },
}
