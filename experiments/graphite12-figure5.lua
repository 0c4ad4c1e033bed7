-- GRAPHITE 2012, figure 5: the systems of the biased die, all four implementations. Random quick
-- sort is measured, too, because the paper's conclusion about CUDA BiCGStab is about both programs.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local programs = require "papers.graphite12-programs"

local name = "biased die"
local cuda = graphite.paper.cuda

return wm.experiment {
    name = "graphite12-figure5",
    title = "Biased die",
    paper = "GRAPHITE 2012, figure 5",
    problems = graphite.chains(graphite.systems()),
    variants = programs.variants,
    solve = graphite.solve,
    measure = programs.measure,
    figures = { programs.figure("figure5", "Time to solve, biased die", "chain", name) },
    tables = { programs.times("times", "Time to solve, biased die", "chain", name) },
    claims = {
        {
            id = "G8", text = "biased die: CUDA Jacobi is best",
            test = function(results)
                return graphite.ranks(results, cuda.jacobi, "below",
                                      programs.points(results, "chain", name))
            end,
        },
        {
            id = "G9", text = "CUDA BiCGStab is worst in both",
            test = function(results)
                return graphite.ranks(results, cuda.bicgstab, "above",
                                      programs.points(results, "chain"))
            end,
        },
    },
    expect = { "not_converged" },
}
