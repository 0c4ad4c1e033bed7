-- MEALS D1.6, table 5: full-warp and half-warp segments over CMSR, in both orders. Its factors are
-- over CMSR in PRISM's order; MSR and its segments are there for claim M8.
--
-- Times as in table 2. The paper repeats table 3's numbers for herman in its columns of BFS.
local wm = require "warpmark"
local paper = require "papers.paper"
local meals13 = require "papers.meals13"
local claims = require "papers.meals13-claims"

local patterns = {
    "METHOD[vote=store]/{cmsr,cwl}{,+bfs}/f64/cuda",
    "METHOD[vote=store,halves=shared]/chwl{,+bfs}/f64/cuda",
    "METHOD[vote=store]/{msr,wl}/f64/cuda", "METHOD[vote=store,halves=shared]/hwl/f64/cuda",
    counted = { "METHOD[vote=store]/cwl{,+bfs}/f64/cuda",
                "METHOD[vote=store,halves=shared]/chwl{,+bfs}/f64/cuda" },
}
if wm.quick then patterns[5] = "METHOD/{cmsr,cwl,chwl}{,+bfs}/f64/seq" end

return wm.experiment {
    name = "meals13-table5",
    title = "Warp layouts over CMSR",
    paper = "MEALS D1.6 (2013), table 5",
    problems = meals13.problems(patterns),
    variants = meals13.variants(patterns),
    solve = paper.solve,
    measure = meals13.measure,
    tables = {
        meals13.table("Full-warp and half-warp segments over CMSR", "meals13-t5-cmsr-wl.csv",
                      meals13.warp_columns {
            base = "cmsr", full = "cwl", half = "chwl",
        }),
    },
    claims = { claims.M8 },
}
