-- MEALS D1.6, table 2: modified sparse rows on the GPU, with the states in PRISM's order and
-- breadth-first.
--
-- Times are of 100 iterations, extrapolated. Each of the paper's variants is also solved once as a
-- whole, for its iterations and its answer: MSR in table 1, MSR breadth-first here, the others in
-- tables 3 to 5. Only table 1 solves cluster 464 and tandem 2047.
local wm = require "warpmark"
local paper = require "papers.paper"
local meals13 = require "papers.meals13"
local claims = require "papers.meals13-claims"

local patterns = {
    "METHOD[vote=store]/msr{,+bfs}/f64/cuda", counted = { "METHOD[vote=store]/msr+bfs/f64/cuda" },
}
if wm.quick then patterns[2] = "METHOD/msr{,+bfs}/f64/seq" end

return wm.experiment {
    name = "meals13-table2",
    title = "MSR, in PRISM's order and breadth-first",
    paper = "MEALS D1.6 (2013), table 2",
    problems = meals13.problems(patterns),
    variants = meals13.variants(patterns),
    solve = paper.solve,
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
