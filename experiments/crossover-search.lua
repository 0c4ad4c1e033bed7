-- From which density on is BiCGStab faster than Jacobi on random matrices? GRAPHITE 2012, figure 1,
-- shows it on a fixed grid (crossover.lua). This script searches for the density and gives an
-- interval.
local wm = require "warpmark"

local options = wm.options(
    { n = { 2000, 4000, 8000 }, places = { "seq", "cuda" }, points = 15, within = 0.05 },
    { n = { 400 }, places = { "seq" }, points = 10, within = 0.2 })

local problems, variants = {}, {}
for _, place in ipairs(options.places) do
    local a, b = "jacobi/msr/f64/" .. place, "bicgstab_paper/msr/f64/" .. place
    variants[#variants + 1], variants[#variants + 2] = a, b
    problems[#problems + 1] = wm.crossover {
        id = place, a = a, b = b,
        axis = "density", source = "random_dd:n={n},density={density},seed=1",
        over = { n = options.n }, from = 1e-3, to = 1e-1,
        points = options.points, within = options.within,
    }
end

return wm.experiment {
    name = "crossover-search",
    title = "Where BiCGStab becomes faster than Jacobi on random matrices",
    problems = problems,
    variants = variants,
    solve = { epsilon = 1e-10, criterion = "absolute", max_iterations = 10000 },
    measure = { max_time = wm.quick and "100ms" or "2s" },
    figures = {
        { id = "times", title = "Time to solve", x = "density", y = "solve", facet = "crossover",
          log = "xy" },
        { id = "map", title = "Which method is faster", kind = "boundary", x = "n", y = "density" },
    },
    tables = {
        { id = "medians", title = "Median time to solve", rows = "crossover,density",
          value = "solve" } },
}
