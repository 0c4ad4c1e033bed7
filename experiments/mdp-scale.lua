-- The consensus protocol as large as memory holds: what it takes to make the model, to solve it, to
-- prove the answer, and the memory of all of that. processes: how many toss the coin; K: how long.
-- Sizes grow until a solve takes longer than the budget, or memory ends; `memory=8GB` on the
-- command line limits it. docs/scale.md has the results.
local wm = require "warpmark"
local beside = require "papers.beside"

local options = wm.options({
    two = { 16, 64, 256, 1024, 4096 }, four = { 4, 16, 64, 256, 1024 }, six = { 2, 4, 8, 16 },
    processes = { "two", "four", "six" }, places = "seq,omp,cuda", budget = "10m",
}, {
    two = { 2, 4, 8 }, four = { 2 }, processes = { "two" }, places = "seq,omp", budget = "2s",
})

local numbers = { two = 2, four = 4, six = 6 }
local problems = {}
for _, name in ipairs(options.processes) do
    local n = numbers[name] or error("there is no list " .. name)
    for _, k in ipairs(options[name]) do
        problems[#problems + 1] = { source = string.format("consensus:n=%d,k=%d,property=3", n, k),
                                    label = string.format("consensus %d/%d", n, k),
                                    processes = n, K = k }
    end
end

local parts = { "t_generate", "t_layout", "t_upload", "solve", "t_download", "t_prove" }

-- A line for each case. all: from nothing to the proven answer.
local function costs(results)
    local rows = {}
    for _, case in ipairs(results.cases { layout = "*" }) do
        local row = { case.problem, case.variant, case.states or false, case.nnz or false }
        local all = 0
        for _, part in ipairs(parts) do
            row[#row + 1] = case[part] or false
            all = all and case[part] and all + case[part]
        end
        for _, cell in ipairs { all or case.status, case.iterations or false,
                                case.error_bound or false, case.peak_memory or false } do
            row[#row + 1] = cell
        end
        rows[#rows + 1] = row
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" }, { title = "states", unit = "count" },
            { title = "entries", unit = "count" }, { title = "model", unit = "s" },
            { title = "layout", unit = "s" }, { title = "upload", unit = "s" },
            { title = "solve", unit = "s" }, { title = "download", unit = "s" },
            { title = "proof", unit = "s" }, { title = "all", unit = "s" },
            { title = "iterations", unit = "count" }, { title = "proven error", unit = "bound" },
            { title = "memory", unit = "B" },
        },
        rows = rows,
        notes = { "model: to make it, and to reduce it to the rows that are solved",
                  "memory: what the process of the solve had at most, with the problem" },
    }
end

-- Cases on all cores beside the same on one.
local function speedups(results)
    local function row(all, one)
        return { all.problem, all.variant, one.solve or one.status, all.solve or all.status,
                 beside.ratio(results, one, all, "solve") }
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" },
            { title = "one core", group = "solve", unit = "s" },
            { title = "all", group = "solve", unit = "s" },
            { title = "times as fast", unit = "ratio" },
        },
        rows = beside.rows(results, "/omp$", "/seq", row),
    }
end

return wm.experiment {
    name = "mdp-scale",
    title = "The consensus protocol as large as memory holds",
    problems = problems,
    variants = { "auto/auto/f64/{" .. options.places .. "}",
                 "pi[inner={bicgstab,multilevel}]/msr/f64/{" .. options.places .. "}" },
    solve = { prove_time = wm.quick and "5s" or options.budget },
    measure = { warmup = 0, min_samples = 1, max_samples = 3,
                max_time = wm.quick and "50ms" or "5s", timeout = options.budget,
                skip_dominated = { axis = "K", budget = options.budget } },
    figures = {
        { id = "time", title = "Time to solve, as K grows", kind = "lines", x = "K", y = "solve",
          by = "variant", facet = "processes", log = "xy" },
        { id = "proof", title = "Time to prove the answer", kind = "lines", x = "K",
          y = "t_prove", by = "processes", log = "xy", where = "method=auto" },
        { id = "memory", title = "Memory of a process that solves", kind = "lines", x = "K",
          y = "peak_memory", by = "variant", facet = "processes", log = "xy" },
    },
    tables = {
        { id = "costs", title = "Model, solve, proof and memory", build = costs },
        { id = "speedup", title = "All cores beside one", build = speedups },
    },
    expect = { "not_converged", "timeout", "skipped", "unsupported", "no_device", "oom_host",
               "oom_device" },
}
