-- How whole solves scale from one GPU to several: method multilevel at places cuda, cuda2, ... in
-- one run, with all its set-up. Its small levels stay on one GPU: option gather says which.
-- docs/scale.md has the results.
local wm = require "warpmark"
local beside = require "papers.beside"

local options = wm.options({ tandem = 4095, cluster = 572, places = "cuda2,cuda4", epsilon = 1e-8 },
                           { tandem = 63, cluster = 10, places = "cuda2", epsilon = 1e-8 })

local variants = {}
for place in ("cuda," .. options.places):gmatch "[^,]+" do
    variants[#variants + 1] = "multilevel/auto/f64/" .. place
end
if wm.quick then -- there may be no GPU
    variants[#variants + 1] = "multilevel/auto/f64/omp"
end

-- Each case at several GPUs beside the same at one.
local function speedups(results)
    local function row(several, one)
        return { several.problem, several.variant, one.solve or one.status,
                 one.iterations or false, several.solve or several.status,
                 several.iterations or false, beside.ratio(results, one, several, "solve") }
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" },
            { title = "time", group = "one GPU", unit = "s" },
            { title = "cycles", group = "one GPU" },
            { title = "time", group = "several", unit = "s" },
            { title = "cycles", group = "several" },
            { title = "times as fast", unit = "ratio" },
        },
        rows = beside.rows(results, "/cuda%d+$", "/cuda", row),
    }
end

return wm.experiment {
    name = "scale-solve",
    title = "Whole solves on one GPU and on several",
    problems = {
        { source = string.format("tandem:c=%d", options.tandem),
          label = "tandem " .. options.tandem },
        { source = string.format("cluster:n=%d", options.cluster),
          label = "cluster " .. options.cluster },
    },
    variants = variants,
    solve = { prove = false, epsilon = options.epsilon },
    measure = { min_samples = 6, max_time = wm.quick and "50ms" or "3s", timeout = "2m" },
    tables = {
        { id = "solve", title = "Time of a solve", rows = "variant", columns = "problem",
          value = "solve" },
        { id = "speedup", title = "Several GPUs beside one", build = speedups },
    },
}
