-- Gauss-Seidel on a GPU, level by level, beside JOR: the cost of a sweep, the number of sweeps, and
-- which of the two methods is faster. Each chain has the direction that needs fewer sweeps.
-- docs/notebook/sweeps.md has the expected results.
--
-- A solve of more than 200 sweeps is timed in blocks of 200; one whole solve, not timed, counts its
-- sweeps. tandem=1023 is a chain with many small levels, at a size at which a variant takes a
-- minute.
local wm = require "warpmark"

local options =
    wm.options({ tandem = { 255 }, cluster = { 256 }, kanban = { 5 }, fms = { 7 },
                 polling = { 16 } },
               { tandem = { 31 }, cluster = { 16 }, kanban = { 2 }, fms = { 3 },
                 polling = { 7 } })

local graph, host = "[loop=graph]/{msr,wl,pattern,sdia}/f64/cuda", "/msr/f64/cuda"
local as_given = "[loop=graph,level_order=no]/msr/f64/cuda"
local cpu = wm.quick and "/{msr,sdia}/f64/{seq,omp}" or "/msr/f64/omp"

local problems = {}
for _, model in ipairs { { "tandem", "c", "gauss_seidel_backward" },
                         { "cluster", "n", "gauss_seidel" },
                         { "kanban", "t", "gauss_seidel_backward" },
                         { "fms", "n", "gauss_seidel_backward" },
                         { "polling", "n", "gauss_seidel_backward" } } do
    local name, parameter, method = table.unpack(model)
    for _, size in ipairs(options[name]) do
        local source = string.format("%s:%s=%d", name, parameter, size)
        problems[#problems + 1] = { source = source, label = source,
                                    variants = { "jor" .. graph, method .. graph,
                                                 method .. as_given, method .. host,
                                                 method .. cpu } }
    end
end

return wm.experiment {
    name = "records-gauss-seidel",
    title = "Gauss-Seidel by levels",
    problems = problems,
    variants = {
        "{jor,gauss_seidel,gauss_seidel_backward}" .. graph,
        "{gauss_seidel,gauss_seidel_backward}" .. as_given,
        "{gauss_seidel,gauss_seidel_backward}" .. host,
        "{gauss_seidel,gauss_seidel_backward}" .. cpu,
    },
    solve = { max_iterations = 50000 },
    measure = { iterations = 200, max_time = wm.quick and "50ms" or "1s", min_samples = 6,
                timeout = "2m" },
    expect = { "not_converged" },
    figures = {
        { id = "solve", title = "Time to converge", kind = "bars", x = "problem", y = "solve",
          log = "y" },
    },
    tables = {
        { id = "sweep", title = "Time of one sweep", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "iterations", title = "Sweeps", rows = "variant", columns = "problem",
          value = "iterations" },
        { id = "solve", title = "Time to converge", rows = "variant", columns = "problem",
          value = "solve" },
        { id = "build", title = "Time to build layout and levels", rows = "variant",
          columns = "problem", value = "t_layout" },
    },
}
