-- How sweeps scale from one GPU to several: the time of a sweep at places cuda, cuda2, ... beside
-- that on one GPU of the same run, with the test in every sweep. loop=graph stays on the cards;
-- with loop=host the host asks every card after every sweep. docs/scale.md tells what came of it.
local wm = require "warpmark"

local options = wm.options({ tandem = 4095, cluster = 572, random = 30000, places = "cuda2" },
                           { tandem = 63, cluster = 10, random = 300, places = "cuda2" })

local problems = {}
for _, one in ipairs {
    { "tandem:c=%d", "tandem %d", options.tandem },
    { "cluster:n=%d", "cluster %d", options.cluster },
    { "random_dd:n=%d,density=0.1", "random %d", options.random },
} do
    problems[#problems + 1] = { source = string.format(one[1], one[3]),
                                label = string.format(one[2], one[3]) }
end

local variants = {}
for _, loop in ipairs { "graph", "host" } do
    for _, layout in ipairs { "auto", "msr" } do
        for place in ("cuda," .. options.places):gmatch "[^,]+" do
            variants[#variants + 1] =
                string.format("jacobi[loop=%s]/%s/f64/%s", loop, layout, place)
        end
    end
end
if wm.quick then variants[#variants + 1] = "jacobi/{auto,msr}/f64/seq" end -- there may be no GPU

-- Each case at several GPUs beside the same at one.
local function speedups(results)
    local rows = {}
    for _, several in ipairs(results.cases { layout = "*" }) do
        local cards = tonumber(several.variant:match "/cuda(%d+)$")
        if cards then
            local one = results.case { problem = several.problem,
                                       variant = several.variant:gsub("/cuda%d+$", "/cuda") }
                or { status = "not run" }
            local faster = one.per_iteration and several.per_iteration
                and results.ratio(one, several, "per_iteration")
            rows[#rows + 1] = {
                several.problem, several.variant, one.per_iteration or one.status,
                several.per_iteration or several.status, faster or false,
            }
        end
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" },
            { title = "one GPU", group = "a sweep", unit = "s" },
            { title = "several", group = "a sweep", unit = "s" },
            { title = "times as fast", unit = "ratio" },
        },
        rows = rows,
    }
end

return wm.experiment {
    name = "scale",
    title = "Sweeps on one GPU and on several",
    problems = problems,
    variants = variants,
    measure = { iterations = wm.quick and 50 or 400, count_iterations = false, min_samples = 6,
                max_time = wm.quick and "50ms" or "1s", timeout = "2m" },
    tables = {
        { id = "sweep", title = "Time of one sweep", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "speedup", title = "Several GPUs beside one", build = speedups },
    },
}
