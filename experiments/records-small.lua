-- Small chains on one GPU: BiCGStab and Jacobi in one kernel (loop=resident) beside the other loops
-- and one core, until an answer is proven.
--
-- Each way tries several epsilons; the fastest case counts whose proven error is small enough.
-- Long runs need a preconditioner or pinned rows, so plain BiCGStab and its CUDA graph are for the
-- others. Table resident has the time of an iteration: of the solves with most and with fewest
-- iterations, the difference of their times over that of their iterations, so that the set-up does
-- not count. docs/notebook/sweeps.md has the results.
local wm = require "warpmark"
local proven = require "papers.proven"

local options = wm.options({
    tandem = { 22, 63, 180 }, herman = { 9 }, kanban = { 3 }, brp = { 64 },
    epsilons = { 1e-6, 1e-8, 1e-10, 1e-12 },
}, {
    tandem = { 15 }, herman = { 5 }, kanban = { 1 }, brp = { 16 }, epsilons = { 1e-6, 1e-10 },
})

-- Ways in the order of the tables. %s: the option that tries epsilons; plain: for no long run.
local ways = {
    { title = "jacobi, resident", variant = "jacobi[loop=resident,%s]/msr/f64/cuda" },
    { title = "bicgstab, host", variant = "bicgstab[%s]/msr/f64/cuda", plain = true },
    { title = "bicgstab, graph", variant = "bicgstab[loop=graph,%s]/msr/f64/cuda", plain = true },
    { title = "bicgstab, resident", variant = "bicgstab[loop=resident,%s]/msr/f64/cuda",
      plain = true },
    { title = "bicgstab, M, host", variant = "bicgstab[precondition=jacobi,%s]/msr/f64/cuda" },
    { title = "bicgstab, M, resident",
      variant = "bicgstab[loop=resident,precondition=jacobi,%s]/msr/f64/cuda" },
    { title = "bicgstab, M, one core",
      variant = "bicgstab[precondition=jacobi,%s]/msr/f64/seq" },
    { title = "auto, one core", variant = "auto[%s]/auto/f64/seq" },
}

local epsilons = proven.epsilons(options.epsilons)

-- Returns the variants of a chain. long: a long run, which plain BiCGStab cannot solve.
local function variants_of(long)
    local list = {}
    for _, way in ipairs(ways) do
        if not (long and way.plain) then list[#list + 1] = way.variant:format(epsilons) end
    end
    return list
end

local problems, variants = proven.plan {
    { name = "tandem", source = "tandem:c=%d", label = "tandem %d, long run",
      sizes = options.tandem, variants = variants_of(true) },
    { name = "kanban", source = "kanban:t=%d", label = "kanban %d, long run",
      sizes = options.kanban, variants = variants_of(true) },
    { name = "herman", source = "herman:n=%d", label = "herman %d, reward",
      sizes = options.herman, variants = variants_of(false) },
    { name = "brp", source = "brp:n=%d,max=5", label = "brp %d, until",
      sizes = options.brp, variants = variants_of(false) },
}

-- Returns what a variant is without its epsilon.
local function way_of(variant)
    return (variant:gsub("epsilon=[^],]*,?", ""):gsub(",%]", "]"):gsub("%[%]", ""))
end

local titles = {}
for _, way in ipairs(ways) do titles[way_of(way.variant:format "epsilon=1")] = way.title end

-- Returns the cases of a problem and a way that have a time.
local function solved(results, problem, title)
    local cases = {}
    for _, case in ipairs(results.cases { problem = problem.label }) do
        if titles[way_of(case.variant)] == title and case.solve and case.iterations then
            cases[#cases + 1] = case
        end
    end
    return cases
end

-- Returns the time of an iteration, in s; false where the numbers of iterations are about the same.
local function iteration(cases)
    table.sort(cases, function(a, b) return a.iterations < b.iterations end)
    local few, most = cases[1], cases[#cases]
    if not few or most.iterations - few.iterations < 8 then return false end
    return (most.solve - few.solve) / (most.iterations - few.iterations)
end

-- A line for each problem and way: the solve until its answer is proven to 1e-6, and to 1e-9.
local function times(results)
    local rows = {}
    for _, problem in ipairs(results.problems {}) do
        for _, way in ipairs(ways) do
            local row = { problem.label, way.title }
            for _, bound in ipairs { 1e-6, 1e-9 } do
                local best = proven.fastest(solved(results, problem, way.title), function(case)
                    return case.error_bound and case.error_bound <= bound
                end)
                row[#row + 1] = best and best.iterations or false
                row[#row + 1] = best and best.solve or false
            end
            if row[4] or row[6] then rows[#rows + 1] = row end
        end
    end
    return {
        columns = {
            { title = "problem" }, { title = "way" },
            { title = "iterations", group = "to 1e-6", unit = "count" },
            { title = "solve", group = "to 1e-6", unit = "s" },
            { title = "iterations", group = "to 1e-9", unit = "count" },
            { title = "solve", group = "to 1e-9", unit = "s" },
        },
        rows = rows,
        notes = { "M: precondition=jacobi",
                  "the fastest solve whose error is proven to be at most this" },
    }
end

-- The time of an iteration: a line for each problem, a column for each way.
local function resident(results)
    local columns, rows = { { title = "problem" } }, {}
    for _, way in ipairs(ways) do
        if not way.title:find "^auto" then
            columns[#columns + 1] = { title = way.title, unit = "s" }
        end
    end
    for _, problem in ipairs(results.problems {}) do
        local row = { problem.label }
        for k = 2, #columns do
            row[k] = iteration(solved(results, problem, columns[k].title))
        end
        rows[#rows + 1] = row
    end
    return { columns = columns, rows = rows, notes = { "M: precondition=jacobi" } }
end

return wm.experiment {
    name = "records-small",
    title = "Small chains in one kernel",
    problems = problems,
    variants = variants,
    solve = { prove = 1e-11, prove_time = wm.quick and "2s" or "1m" },
    measure = { max_time = wm.quick and "5ms" or "200ms", min_samples = 5,
                timeout = wm.quick and "1s" or "10s" },
    tables = {
        { id = "times", title = "Time to a proven answer", build = times },
        { id = "iterations", title = "Iterations", rows = "variant", columns = "problem",
          value = "iterations" },
        { id = "resident", title = "Time of an iteration", build = resident },
    },
}
