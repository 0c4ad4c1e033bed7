-- One sweep of Jacobi in every layout, on the chains where the papers compare layouts, beside the
-- bytes that it must move and the speed of a plain copy at the same place.
--
-- The time of a sweep is that of a whole solve over its iterations, with the convergence test. A
-- CUDA graph makes the test every 20 sweeps, so launches and copies of a flag do not count
-- (loop=host shows them). The traffic of a layout is its own arrays once, x read and x' written
-- once. A layout that compresses moves less, and may be faster at a smaller share of the copy. A
-- share above 1 means that the system fits a cache.
local wm = require "warpmark"

local options = wm.options(
    { tandem = { 1023, 2047 }, herman = { 15 }, cluster = { 122 } },
    { tandem = { 31 }, herman = { 7 }, cluster = { 26 } })

local problems = {}
for _, model in ipairs { { "tandem", "c" }, { "herman", "n" }, { "cluster", "n" } } do
    for _, size in ipairs(options[model[1]]) do
        local source = string.format("%s:%s=%d", model[1], model[2], size)
        problems[#problems + 1] = { source = source, label = source }
    end
end

return wm.experiment {
    name = "layouts",
    title = "One sweep of Jacobi in every layout",
    problems = problems,
    variants = {
        "jacobi[loop=graph,check=20]/*/{f64,f32}/cuda",
        "jacobi[loop=graph,check=20]/{msr,wl,cmsr}+bfs/f64/cuda",
        "jacobi/msr/f64/cuda",
        "jacobi[vote=store]/msr/f64/cuda",
        wm.quick and "jacobi/*/f64/{seq,omp}" or "jacobi/msr/f64/omp",
    },
    solve = { max_iterations = 50000 },
    expect = { "not_converged" }, -- f32 may settle above epsilon
    measure = { max_time = wm.quick and "50ms" or "3s", timeout = "10m", copy_samples = 20 },
    figures = {
        { id = "sweep", title = "Time of one sweep", kind = "bars", x = "problem",
          y = "per_iteration", log = "y", where = "precision=f64" },
    },
    tables = {
        { id = "sweep", title = "Time of one sweep", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "traffic", title = "Bytes that a sweep moves at least", rows = "variant",
          columns = "problem", value = "traffic" },
        { id = "share", title = "Share of the speed of a copy", rows = "variant",
          columns = "problem", value = "copy_share" },
        { id = "copy", title = "Speed of a copy", rows = "variant", columns = "problem",
          value = "copy_bandwidth" },
    },
}
