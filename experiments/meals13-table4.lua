-- MEALS D1.6, table 4: PRISM's compact rows on the GPU, in both orders; beside MSR and, for claim M9, both on one core.
--
-- A whole solve on one core takes half an hour. So no solve is whole here: ten iterations are timed, and the paper's
-- counts, which table 1 confirms, make them totals; table 5 solves over compact rows as a whole.
local wm = require "warpmark"
local meals13 = require "papers.meals13"
local claims = require "papers.meals13-claims"

local patterns = {
    "METHOD[vote=store]/cmsr+*/f64/cuda", "METHOD[vote=store]/msr/f64/cuda", "METHOD/{msr,cmsr}/f64/seq",
}

return wm.experiment {
    name = "meals13-table4",
    title = "CMSR, in PRISM's order and breadth-first",
    paper = "MEALS D1.6 (2013), table 4",
    problems = meals13.problems(patterns),
    variants = meals13.variants(patterns),
    measure = { iterations = 10, count_iterations = wm.quick, max_samples = wm.quick and 2 or 8,
                max_time = wm.quick and "50ms" or "6s", timeout = wm.quick and "20s" or "5m" },
    tables = {
        meals13.table("CMSR, in PRISM's order and breadth-first", "meals13-t4-cmsr-bfs.csv", {
            meals13.memory("memory", "mem_mb", "cmsr", "native"),
            meals13.time("original", "orig_s", "cmsr", "native"),
            meals13.time("BFS", "bfs_s", "cmsr", "bfs"),
            meals13.factor("factor", "factor", { "cmsr" }, { { "cmsr", "bfs" } }),
            meals13.today("cmsr"),
        }),
        meals13.table("Time of an iteration, MSR and CMSR", "meals13-t4-cmsr-bfs.csv", meals13.iteration_columns(),
                      "iterations"),
    },
    claims = { claims.M7, claims.M9 },
}
