-- MEALS D1.6, table 4: PRISM's compact rows on the GPU, in both orders; beside MSR and, for claim
-- M9, both on one core.
--
-- Times are of 20 iterations, so that one core takes seconds; it sweeps over the smallest instance
-- of each model. Each of the paper's variants is solved once as a whole, as in table 2.
local wm = require "warpmark"
local paper = require "papers.paper"
local meals13 = require "papers.meals13"
local claims = require "papers.meals13-claims"

local patterns = {
    "METHOD[vote=store]/cmsr{,+bfs}/f64/cuda", "METHOD[vote=store]/msr/f64/cuda",
    counted = { "METHOD[vote=store]/cmsr{,+bfs}/f64/cuda" },
    smallest = { "METHOD/{msr,cmsr}/f64/seq" },
}

return wm.experiment {
    name = "meals13-table4",
    title = "CMSR, in PRISM's order and breadth-first",
    paper = "MEALS D1.6 (2013), table 4",
    problems = meals13.problems(patterns),
    variants = meals13.variants(patterns),
    solve = paper.solve,
    measure = { warmup = 0, iterations = 20, count_iterations = wm.quick,
                max_samples = wm.quick and 2 or 6,
                max_time = wm.quick and "50ms" or "6s", timeout = wm.quick and "20s" or "5m" },
    tables = {
        meals13.table("CMSR, in PRISM's order and breadth-first", "meals13-t4-cmsr-bfs.csv", {
            meals13.memory("memory", "mem_mb", "cmsr", "native"),
            meals13.time("original", "orig_s", "cmsr", "native"),
            meals13.time("BFS", "bfs_s", "cmsr", "bfs"),
            meals13.factor("factor", "factor", { "cmsr" }, { { "cmsr", "bfs" } }),
            meals13.today("cmsr"),
        }),
        meals13.table("Time of an iteration, MSR and CMSR", "meals13-t4-cmsr-bfs.csv",
                      meals13.iteration_columns(), "iterations"),
    },
    claims = { claims.M7, claims.M9 },
}
