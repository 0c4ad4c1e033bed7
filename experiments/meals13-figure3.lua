-- MEALS D1.6, figure 3: where the non-zeros of transition matrices are, as PRISM numbers the states
-- and breadth-first; the second seven of 14 chains. Figure 2 has the first seven and claim M1.
local wm = require "warpmark"
local chains = require "papers.meals13-chains"

return wm.experiment {
    name = "meals13-figure3",
    title = "Structure of chains (2 of 2)",
    paper = "MEALS D1.6 (2013), figure 3",
    problems = chains.second,
    variants = chains.variants,
    solve = { prove = false }, -- nothing is solved to its end
    measure = chains.measure,
    figures = {
        { id = "structure", title = "Non-zeros in PRISM's order and breadth-first",
          kind = "structure", orders = "native,bfs" },
    },
    tables = { chains.diagonals },
}
