-- Figure 1 of E. Cormie-Bowins, A Comparison of Sequential and GPU Implementations of Iterative
-- Methods to Compute Reachability Probabilities, GRAPHITE 2012 (EPTCS 99): Jacobi against BiCGStab
-- on random matrices, by density.
--
-- The paper fixes: positive random integers at random positions, a diagonal that dominates, a
-- random integer vector b, a new system per trial, n = 2000, 4000 and 8000, 20 trials, doubles in
-- compressed rows, a thread per row on the GPU, dot products by one GPU thread, BiCGStab without
-- preconditioner, stopping when every |s_i| <= ERROR, and the flag copied to the host after every
-- iteration.
--
-- The paper leaves open, and here is chosen:
--   ERROR                  1e-10
--   Jacobi's test          every |x'_i - x_i| < ERROR
--   iteration limit        10000
--   densities              10 from 1e-4 to 1e-1, spaced evenly by logarithm
--   what density counts    off-diagonal entries among n (n - 1); the diagonal comes on top
--   ranges of integers     1 .. 10 off the diagonal and in b
--   dominance              each diagonal entry is 1.1 times the sum of its row, rounded up
--   generator and seeds    seeds 1 .. 20 of random_dd
--   start                  x = 0, and q = r = b - A x
--   the timed span         the iteration alone; making, storing and copying the system are timed
--   apart
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
