-- From which density on is BiCGStab faster than Jacobi on random matrices? GRAPHITE 2012, figure 1,
-- shows it on a fixed grid (crossover.lua). This script searches for the density, for several
-- matrices of each size, and says with 95 % where the next matrix has it.
local wm = require "warpmark"

local options = wm.options(
    { n = { 2000, 4000, 8000 }, seeds = { 1, 2, 3, 4, 5, 6 }, places = { "seq", "cuda" },
      points = 15, within = 0.05 },
    { n = { 400 }, seeds = { 1, 2, 3 }, places = { "seq" }, points = 10, within = 0.2 })

local problems, variants = {}, {}
local figures = {
    { id = "map", title = "Which method is faster", kind = "boundary", x = "n", y = "density" },
}
for _, place in ipairs(options.places) do
    local a, b = "jacobi/msr/f64/" .. place, "bicgstab_paper/msr/f64/" .. place
    variants[#variants + 1], variants[#variants + 2] = a, b
    problems[#problems + 1] = wm.crossover {
        id = place, a = a, b = b,
        axis = "density", source = "random_dd:n={n},density={density},seed={seed}",
        over = { n = options.n }, seeds = options.seeds, from = 1e-3, to = 1e-1,
        points = options.points, within = options.within,
    }
    figures[#figures + 1] = {
        id = "times-" .. place, title = "Time to solve, " .. place, x = "density", y = "solve",
        facet = "n", log = "xy", where = "place=" .. place,
    }
end

return wm.experiment {
    name = "crossover-search",
    title = "Where BiCGStab becomes faster than Jacobi on random matrices",
    problems = problems,
    variants = variants,
    solve = { epsilon = 1e-10, criterion = "absolute", max_iterations = 10000 },
    measure = { max_time = wm.quick and "100ms" or "2s" },
    figures = figures,
    tables = {
        { id = "medians", title = "Median time to solve", rows = "n,density", value = "solve" } },
}
