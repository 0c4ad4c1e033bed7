-- A first example, which takes less than a minute on two cores: a small sweep over the density of
-- random matrices, and one real Markov chain.
local wm = require "warpmark"

local options = wm.options(
    { n = { 1000, 4000 }, points = 6, seeds = 1 },
    { n = { 200, 1000 }, points = 3 })

return wm.experiment {
    name = "quickstart",
    title = "Jacobi and BiCGStab on random matrices and a polling system",
    problems = {
        wm.grid {
            "random_dd",
            n = options.n,
            density = wm.logspace(1e-3, 1e-1, options.points),
            seed = wm.seeds(options.seeds),
            order = { "n", "density", "seed" },
        },
        { source = "../datasets/data/prism/polling-7/model.tra:type=ctmc,goal=s1a1,avoid=s2a1",
          label = "polling 7" },
    },
    variants = { "jacobi/msr/{f64,f32}/{seq,omp,cuda}", "bicgstab_paper/msr/f64/{seq,omp,cuda}" },
    -- Absolute: random systems have entries near zero, to which single precision gives no relative
    -- accuracy.
    solve = { epsilon = 1e-6, criterion = "absolute" },
    measure = { max_time = wm.quick and "20ms" or "200ms" },
    figures = {
        {
            id = "density", title = "Time to solve", kind = "lines", x = "density", y = "solve",
            by = "variant", facet = "n", where = "source=random_dd:*", log = "xy",
        },
    },
    tables = {
        {
            id = "jacobi", title = "Jacobi, double precision: time to solve", rows = "problem",
            value = "solve", where = "method=jacobi,precision=f64",
        },
        {
            id = "single", title = "Jacobi, single precision: time to solve", rows = "problem",
            value = "solve", where = "method=jacobi,precision=f32",
        },
        {
            id = "bicgstab", title = "BiCGStab, double precision: time to solve", rows = "problem",
            value = "solve", where = "method=bicgstab_paper",
        },
        { id = "iterations", title = "Iterations", rows = "problem", value = "iterations" },
    },
}
