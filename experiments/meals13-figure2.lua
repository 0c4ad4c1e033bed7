-- MEALS D1.6, figure 2: where the non-zeros of transition matrices are, as PRISM numbers the states
-- and breadth-first; the first seven of 14 chains. Claim M1 is about all of them, which are made
-- here, too.
local wm = require "warpmark"
local chains = require "papers.meals13-chains"

return wm.experiment {
    name = "meals13-figure2",
    title = "Structure of chains (1 of 2)",
    paper = "MEALS D1.6 (2013), figure 2",
    problems = chains.problems,
    variants = chains.variants,
    solve = { prove = false }, -- nothing is solved to its end
    measure = chains.measure,
    figures = {
        { id = "structure", title = "Non-zeros in PRISM's order and breadth-first",
          kind = "structure", problems = chains.first, orders = "native,bfs" },
    },
    tables = { chains.diagonals },
    claims = { chains.M1 },
}
