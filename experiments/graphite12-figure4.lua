-- GRAPHITE 2012, figure 4: the systems of random quick sort, all four implementations.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local programs = require "papers.graphite12-programs"

local name = "random quick sort"

return wm.experiment {
    name = "graphite12-figure4",
    title = "Random quick sort",
    paper = "GRAPHITE 2012, figure 4",
    problems = graphite.chains(graphite.systems("random_quick_sort")),
    variants = programs.variants,
    solve = graphite.solve,
    measure = programs.measure,
    figures = { programs.figure("figure4", "Time to solve, random quick sort", "chain", name) },
    tables = { programs.times("times", "Time to solve, random quick sort", "chain", name) },
    claims = {
        {
            id = "G7", text = "random quick sort: sequential Jacobi is best",
            test = function(results)
                return graphite.ranks(results, graphite.paper.sequential.jacobi, "below",
                                      programs.points(results, "chain", name))
            end,
        },
    },
    expect = { "not_converged" },
}
