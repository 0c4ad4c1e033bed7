-- The largest tandem network from its matrix to its answer at PRISM's epsilon: the paper took
-- 76,312 s for the solve on one core, and its card could not hold the chain (SPIN 2009, table 3).
local wm = require "warpmark"

local options = wm.options({ c = { 4095 } }, { c = { 63 } })
local problems = {}
for _, c in ipairs(options.c) do
    local source = string.format("tandem:c=%d", c)
    problems[#problems + 1] = { source = source, label = source }
end

local phases = { "t_layout", "t_upload", "solve", "t_download" }

local function sums(results)
    local rows = {}
    for _, case in ipairs(results.cases()) do
        local row, sum = { case.problem, case.variant, case.iterations or case.status }, 0
        for _, phase in ipairs(phases) do
            row[#row + 1] = case[phase] or false
            sum = sum and case[phase] and sum + case[phase]
        end
        row[#row + 1] = sum or false
        rows[#rows + 1] = row
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" }, { title = "sweeps" },
            { title = "layout", unit = "s" },
            { title = "upload", unit = "s" }, { title = "solve", unit = "s" },
            { title = "download", unit = "s" },
            { title = "together", unit = "s" },
        },
        rows = rows,
    }
end

return wm.experiment {
    name = "records-solve",
    title = "The largest tandem network, from its matrix to its answer",
    problems = problems,
    variants = {
        "jacobi[loop=graph]/pattern/f64/cuda",
        "jacobi[loop=graph,temporal_block={2,4}]/pattern/f64/cuda",
        wm.quick and "jacobi/pattern/f64/seq" or nil,
    },
    measure = { warmup = 0, min_samples = 1, max_samples = 3,
                max_time = wm.quick and "50ms" or "10s" },
    tables = { { id = "phases", title = "Layout, upload, solve and download", build = sums } },
}
