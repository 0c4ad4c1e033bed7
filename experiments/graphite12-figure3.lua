-- GRAPHITE 2012, figure 3: random matrices of 10 % density over their size, BiCGStab alone.
--
-- The paper does not list its sizes.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local dense = require "papers.graphite12-dense"

local options = wm.options({ n = { 1000, 2000, 3000, 4000, 6000, 8000 }, trials = 1 },
                           { n = { 100, 200, 400 }, trials = 2 })

return wm.experiment {
    name = "graphite12-figure3",
    title = "Random matrices of 10 % density, BiCGStab",
    paper = "GRAPHITE 2012, figure 3",
    problems = dense.problems(options),
    variants = graphite.variants({ "bicgstab" }, "wl"),
    solve = graphite.solve,
    measure = graphite.measure,
    figures = {
        dense.figure("figure3", "Time of BiCGStab at 10 % density, by size", { "bicgstab" }) },
    tables = {
        dense.times("Time of BiCGStab at 10 % density, by size", { "bicgstab" }, options.trials) },
    expect = { "not_converged" },
}
