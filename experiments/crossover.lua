-- Figure 1 of GRAPHITE 2012 (EPTCS 99) on a grid of densities: Jacobi against BiCGStab on random
-- matrices. papers/graphite12.lua says what the paper fixes and what is chosen here. Chosen for
-- this script: 10 densities from 1e-4 to 1e-1, evenly spaced by logarithm. A density counts the
-- off-diagonal entries among n (n - 1). The seeds are 1 to 20, as the paper has 20 trials.
local wm = require "warpmark"

local options = wm.options(
    { n = { 2000, 4000, 8000 }, points = 10, seeds = 20 },
    { n = { 200, 400 }, points = 4, seeds = 2 })

return wm.experiment {
    name = "crossover",
    title = "Jacobi against BiCGStab on random matrices",
    problems = wm.grid {
        "random_dd",
        n = options.n,
        density = wm.logspace(1e-4, 1e-1, options.points),
        seed = wm.seeds(options.seeds),
        order = { "n", "density", "seed" },
    },
    variants = { "jacobi/msr/f64/{seq,cuda}", "bicgstab_paper/msr/f64/{seq,cuda}" },
    solve = { epsilon = 1e-10, criterion = "absolute", max_iterations = 10000 },
    measure = { max_time = wm.quick and "50ms" or "2s" },
    figures = {
        { id = "figure1", title = "Time to solve", x = "density", y = "solve", facet = "n",
          log = "xy" },
    },
    tables = {
        { id = "medians", title = "Median time to solve", rows = "n,density", value = "solve" },
        { id = "iterations", title = "Median number of iterations", rows = "n,density",
          value = "iterations" },
    },
}
