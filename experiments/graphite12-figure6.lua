-- GRAPHITE 2012, figure 6: random matrices of the sizes and densities of random quick sort.
--
-- The paper draws 40 systems a size; trials=40 does so, too.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local programs = require "papers.graphite12-programs"

local options = wm.options({ trials = 2 }, { trials = 2 })
local name = "random quick sort"

return wm.experiment {
    name = "graphite12-figure6",
    title = "Random matrices like random quick sort's",
    paper = "GRAPHITE 2012, figure 6",
    problems = graphite.random_alike(graphite.systems("random_quick_sort"), options.trials),
    variants = programs.variants,
    solve = graphite.solve,
    measure = programs.measure,
    figures = {
        programs.figure("figure6", "Time to solve, random matrices like random quick sort's",
                        "random", name) },
    tables = {
        programs.times("times", "Time to solve, random matrices like random quick sort's", "random",
                       name, options.trials),
    },
    expect = { "not_converged" },
}
