-- BiCGStab with its reductions merged into the products, beside the plain arrangement: the same
-- iterates except for rounding, two products each, and 17 passes over a vector in place of 22.
--
-- The time of an iteration is that of a whole solve over its iterations. If auto's layout is small
-- compared to the vectors (cluster, kanban), the passes over vectors decide; in random_dd they do
-- not matter. On tandem BiCGStab breaks down from c = 511 on. docs/notebook/sweeps.md has the
-- results.
local wm = require "warpmark"
local beside = require "papers.beside"

local options = wm.options({ cluster = 122, kanban = 5, polling = 16, random = 30000 },
                           { cluster = 10, kanban = 2, polling = 7, random = 200 })

local problems = {}
for _, source in ipairs {
    string.format("cluster:n=%d", options.cluster),
    string.format("kanban:t=%d", options.kanban),
    string.format("polling:n=%d", options.polling),
    string.format("random_dd:n=%d,density=0.1", options.random),
} do
    problems[#problems + 1] = { source = source, label = source }
end

-- Each case of the merged arrangement beside that of the plain one.
local function ratios(results)
    local function row(merged, plain)
        return { merged.problem, merged.variant, plain.iterations or plain.status,
                 merged.iterations or merged.status,
                 plain.per_iteration or false, merged.per_iteration or false,
                 beside.ratio(results, merged, plain, "per_iteration"),
                 merged.traffic and plain.traffic and merged.traffic / plain.traffic or false }
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" },
            { title = "plain", group = "iterations" }, { title = "merged", group = "iterations" },
            { title = "plain", group = "an iteration", unit = "s" },
            { title = "merged", group = "an iteration", unit = "s" },
            { title = "time", group = "merged over plain", unit = "ratio" },
            { title = "bytes", group = "merged over plain", unit = "ratio" },
        },
        rows = beside.rows(results, "_merged", "", row),
    }
end

return wm.experiment {
    name = "records-bicgstab",
    title = "BiCGStab with merged reductions",
    problems = problems,
    variants = {
        "{bicgstab,bicgstab_merged}[loop={host,graph}]/{msr,auto}/f64/cuda",
        "{bicgstab,bicgstab_merged}/{msr,auto}/f64/omp",
    },
    measure = { max_time = wm.quick and "50ms" or "1s", min_samples = 6, timeout = "1m",
                copy_samples = 20 },
    tables = {
        { id = "iteration", title = "Time of one iteration", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "merged", title = "Merged reductions beside plain ones", build = ratios },
    },
}
