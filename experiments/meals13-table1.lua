-- MEALS D1.6, table 1: the models, their sizes, and the iterations of Jacobi, by the paper's loop
-- over modified sparse rows.
--
-- One whole solve each; its answer is checked.
local wm = require "warpmark"
local paper = require "papers.paper"
local meals13 = require "papers.meals13"

local patterns = { "METHOD[vote=store]/msr/f64/cuda" }
if wm.quick then -- there may be no GPU
    patterns.quick = { ["herman 15"] = { patterns[1], "METHOD/balanced/f64/seq" } }
    patterns[2] = "METHOD/msr/f64/seq"
end

return wm.experiment {
    name = "meals13-table1",
    title = "Models and iterations",
    paper = "MEALS D1.6 (2013), table 1",
    problems = meals13.problems(patterns),
    variants = meals13.variants(patterns),
    solve = paper.solve,
    measure = { warmup = 0, max_samples = wm.quick and 2 or 1,
                max_time = wm.quick and "50ms" or "5s", timeout = wm.quick and "20s" or "5m" },
    tables = {
        meals13.table("Models and iterations", "meals13-t1-models.csv",
                      meals13.model_columns("msr")) },
}
