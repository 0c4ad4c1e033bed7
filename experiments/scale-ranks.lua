-- Ranks beside one process: the time of a sweep on N GPUs, driven by one process (place cudaN) and
-- by N processes under MPI (place ranksN), with the test in every sweep. docs/scale.md has the
-- results.
local wm = require "warpmark"
local beside = require "papers.beside"

local options = wm.options({ tandem = 4095, gpus = { 2, 4 } }, { tandem = 63, gpus = { 2 } })

local variants = {}
for _, gpus in ipairs(options.gpus) do
    for _, place in ipairs { "cuda", "ranks" } do
        for _, loop in ipairs { "graph", "host" } do
            for _, layout in ipairs { "auto", "msr" } do
                variants[#variants + 1] = string.format("jacobi[loop=%s]/%s/f64/%s%d", loop, layout,
                                                        place, gpus)
            end
        end
    end
end

local function ratios(results)
    local function row(ranks, one)
        return { ranks.problem, ranks.variant, one.per_iteration or one.status,
                 ranks.per_iteration or ranks.status,
                 beside.ratio(results, ranks, one, "per_iteration") }
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" },
            { title = "one process", group = "a sweep", unit = "s" },
            { title = "ranks", group = "a sweep", unit = "s" },
            { title = "ranks / one process", unit = "ratio" },
        },
        rows = beside.rows(results, "/ranks", "/cuda", row),
    }
end

return wm.experiment {
    name = "scale-ranks",
    title = "Ranks on GPUs beside one process",
    problems = { { source = string.format("tandem:c=%d", options.tandem),
                   label = "tandem " .. options.tandem } },
    variants = variants,
    solve = { prove = false },
    measure = { iterations = wm.quick and 50 or 400, count_iterations = false, min_samples = 6,
                max_time = wm.quick and "50ms" or "1s", timeout = "2m" },
    tables = {
        { id = "sweep", title = "Time of one sweep", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "ratio", title = "Ranks beside one process", build = ratios },
    },
}
