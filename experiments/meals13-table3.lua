-- MEALS D1.6, table 3: full-warp and half-warp segments over MSR, in both orders. Its factors are
-- over MSR in PRISM's order, which is measured here, too.
--
-- Times as in table 2. Beside the paper's chains there are random ones that differ in the length of
-- their rows alone: from what length on do two threads a row pay?
local wm = require "warpmark"
local paper = require "papers.paper"
local meals13 = require "papers.meals13"
local claims = require "papers.meals13-claims"

local patterns = {
    "METHOD[vote=store]/{msr,wl}{,+bfs}/f64/cuda",
    "METHOD[vote=store,halves=shared]/hwl{,+bfs}/f64/cuda",
    counted = { "METHOD[vote=store]/wl{,+bfs}/f64/cuda",
                "METHOD[vote=store,halves=shared]/hwl{,+bfs}/f64/cuda" },
}
if wm.quick then patterns[3] = "METHOD/{msr,wl,hwl}{,+bfs}/f64/seq" end

local problems = meals13.problems(patterns)
for _, row in ipairs(wm.quick and { 4, 32 } or { 4, 8, 16, 32, 64 }) do
    problems[#problems + 1] = {
        source = string.format("markov:n=%d,shape=banded,row=%d", wm.quick and 1000 or 1000000,
                               row),
        label = string.format("random, rows of %d", row), part = "random", row = row,
        variants = { "jacobi[vote=store]/wl/f64/cuda",
                     "jacobi[vote=store,halves=shared]/hwl/f64/cuda" },
    }
end

return wm.experiment {
    name = "meals13-table3",
    title = "Warp layouts over MSR",
    paper = "MEALS D1.6 (2013), table 3",
    problems = problems,
    variants = meals13.variants(patterns),
    solve = paper.solve,
    measure = meals13.measure,
    tables = {
        meals13.table("Full-warp and half-warp segments over MSR", "meals13-t3-msr-wl.csv",
                      meals13.warp_columns {
            base = "msr", full = "wl", half = "hwl",
        }),
        meals13.lengths,
    },
    claims = { claims.M3, claims.M4, claims.M5, claims.M6, claims.M10 },
}
