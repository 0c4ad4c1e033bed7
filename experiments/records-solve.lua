-- The time to a proven answer, by method and device: chains at the papers' sizes and beyond, solved
-- on a GPU, on one core and on all cores, beside the papers' times.
--
-- A time counts if the answer's error is proven to be at most `proven` (docs/proofs.md). It
-- includes the set-up of the method: the factors of ILU(0), the levels of multilevel. Each method
-- tries several epsilons, and the fastest of those that suffice counts. The papers stop when a
-- sweep changes little, which proves nothing. A problem has one proof, made on the GPU if the
-- problem is large and a case runs there, else on the host. prove_time limits it. interval_jor
-- proves its own answers (prove=0 makes no other proof). With require=none answers without a proof
-- have their times in table phases, unless they are doubtful.
local wm = require "warpmark"
local paper = require "papers.paper"

local options = wm.options({
    tandem = { 255, 1023, 4095 }, cluster = { 320, 572 }, kanban = { 5, 6 }, fms = { 7, 8 },
    polling_until = { 16, 18 }, polling = { 16, 18 }, herman = { 15, 17 }, brp = { 512 },
    chains = { "tandem", "cluster", "kanban", "fms", "polling", "polling_until", "herman", "brp" },
    places = { "cuda", "seq", "omp" }, proven = 1e-6,
    sweeps = { 1e-4, 1e-6, 1e-8, 1e-10 }, -- epsilons of jacobi, jor and gauss_seidel
    others = { 1e-7, 1e-9 },              -- of the other methods
}, {
    tandem = { 15, 63 }, cluster = { 10 }, kanban = { 2 }, fms = { 2 }, polling_until = { 7 },
    polling = { 7 }, herman = { 9 }, brp = { 32 },
    sweeps = { 1e-6, 1e-9 }, others = { 1e-7, 1e-11 },
})

local chains = {
    tandem = { source = "tandem:c=%d", label = "tandem %d, long run", long = true },
    cluster = { source = "cluster:n=%d", label = "cluster %d, long run", long = true },
    kanban = { source = "kanban:t=%d", label = "kanban %d, long run", long = true },
    fms = { source = "fms:n=%d", label = "fms %d, long run", long = true },
    polling = { source = "polling:n=%d,property=2", label = "polling %d, long run", long = true },
    polling_until = { source = "polling:n=%d", label = "polling %d, until" },
    herman = { source = "herman:n=%d", label = "herman %d, reward" },
    brp = { source = "brp:n=%d,max=5", label = "brp %d, until" },
}

-- Methods in the order of the tables, as name patterns; single: those of one level, which make
-- sweeps.
local methods = {
    { name = "jacobi", single = true }, { name = "jor", single = true },
    { name = "gauss_seidel*", single = true }, { name = "interval_jor", single = true },
    { name = "bicgstab" }, { name = "gmres" }, { name = "multilevel" }, { name = "auto" },
}
local krylov = { bicgstab = "ilu0 or jacobi", gmres = "ilu0" } -- with preconditioner
local devices = { cuda = "GPU", seq = "one core", omp = "all cores" }

local function spelled(list)
    local texts = {}
    for k, value in ipairs(list) do texts[k] = string.format("%g", value) end
    return "epsilon={" .. table.concat(texts, ",") .. "}"
end

-- The variants of a chain at a place.
local function variants_of(chain, place)
    local loop = place == "cuda" and "loop=graph," or ""
    local sweeps, others = spelled(options.sweeps), spelled(options.others)
    local blocked = place == "cuda" and "pattern" or "auto"
    local in_place = place == "cuda" and "msr" or "auto" -- the layout of gauss_seidel
    local list = {
        string.format("{jacobi,jor}[%s%s]/auto/f64/%s", loop, sweeps, place),
        string.format("{gauss_seidel,gauss_seidel_backward}[%s%s]/%s/f64/%s", loop, sweeps,
                      in_place, place),
        string.format("bicgstab[precondition={ilu0,jacobi},%s]/auto/f64/%s", others, place),
        string.format("gmres[precondition=ilu0,%s]/auto/f64/%s", others, place),
        string.format("multilevel[%s]/auto/f64/%s", others, place),
        string.format("auto[%s]/auto/f64/%s", others, place),
    }
    if chain.long then
        list[#list + 1] = string.format("interval_jor[%s]/auto/f64/%s",
                                        spelled { options.proven }, place)
    end
    if chain.source:find "^tandem" then
        list[#list + 1] = string.format("jacobi[%stemporal_block=4,%s]/%s/f64/%s", loop, sweeps,
                                        blocked, place)
    end
    return list
end

local problems, variants, seen = {}, {}, {}
for _, name in ipairs(options.chains) do
    local chain, own = chains[name] or error("there is no chain " .. name), {}
    for _, place in ipairs(options.places) do
        for _, variant in ipairs(variants_of(chain, place)) do
            own[#own + 1] = variant
            if not seen[variant] then variants[#variants + 1] = variant end
            seen[variant] = true
        end
    end
    for _, size in ipairs(options[name]) do
        problems[#problems + 1] = { source = chain.source:format(size),
                                    label = chain.label:format(size), variants = own,
                                    chain = name, size = size }
    end
end

-- The published times of a solve, by label and then by place: of several layouts the fastest.
local published = {}

local function publish(label, place, seconds)
    local times = published[label] or {}
    published[label] = times
    local old = times[place]
    if type(old) ~= "number" or type(seconds) == "number" and seconds < old then
        times[place] = seconds
    end
end

for label, source in pairs {
    ["herman %d, reward"] = { "spin09-t1-herman.csv", "instance" },
    ["cluster %d, long run"] = { "spin09-t2-cluster.csv", "N" },
    ["tandem %d, long run"] = { "spin09-t3-tandem.csv", "c" },
} do
    for _, row in ipairs(paper.rows(source[1])) do
        publish(label:format(row[source[2]]), "seq", row.seq_s)
        publish(label:format(row[source[2]]), "cuda", row.gpu_s)
    end
end
local meals = { kanban = "kanban %d, long run", fms = "fms %d, long run",
                polling = "polling %d, until" }
for _, row in ipairs(paper.rows "meals13-t5-cmsr-wl.csv") do
    for _, layout in ipairs(meals[row.model] and { "wl", "hwl", "bfs_wl", "bfs_hwl" } or {}) do
        publish(meals[row.model]:format(row.instance), "cuda", row[layout .. "_s"])
    end
end

-- A number, a text such as "oom", or nil.
local function published_for(problem, place)
    return (published[problem.label] or {})[place]
end

-- Returns whether the proven error of a case is small enough.
local function suffices(case)
    return case.solve and case.error_bound and case.error_bound <= options.proven
end

-- Returns whether the answer of a case is not doubtful, by its proof or else by the estimate of its
-- error.
local function is_sure(case)
    return case.error_bound or case.doubtful ~= "yes"
end

-- Returns the fastest case with a time; nil if there is none. test: condition for cases that count.
local function fastest(cases, test)
    local best
    for _, case in ipairs(cases) do
        if case.solve and (not test or test(case)) and (not best or case.solve < best.solve) then
            best = case
        end
    end
    return best
end

-- Returns why no case suffices: the reason of the last one, which has the smallest epsilon.
local function obstacle(results, cases)
    local last = cases[#cases]
    if not last then return false end
    local said = (last.note or ""):match "the proven error is ([%d.e+-]+)"
    local bound = last.error_bound or tonumber(said)
    if (bound or 0) > options.proven then return "proven to " .. results.show(bound, "bound") end
    return paper.why(last) or "no proof"
end

-- Calls visit(problem, place, found) for each pair that has cases. found: by method its cases, and
-- the fastest one that suffices.
local function each(results, visit)
    for _, problem in ipairs(results.problems {}) do
        for _, place in ipairs(options.places) do
            local found, any = {}, false
            for _, method in ipairs(methods) do
                local cases = results.cases { problem = problem.label, place = place,
                                              method = method.name }
                any = any or #cases > 0
                found[method.name] = { cases = cases, best = fastest(cases, suffices) }
            end
            if any then visit(problem, place, found) end
        end
    end
end

local function best_single(found)
    local cases = {}
    for _, method in ipairs(methods) do
        if method.single then cases[#cases + 1] = found[method.name].best end
    end
    return fastest(cases)
end

-- Describes a case: the layout, or the method and layout that auto chose; rows that are taken
-- backwards; and the number of sweeps of one pass.
local function layout_of(case)
    local chosen = case.note and case.note:match "%f[%w]auto: (%S+)," or case.layout
    local words = { chosen:match "/([^/]+)/" or chosen }
    if case.method == "auto" then table.insert(words, 1, chosen:match "^[%w_]+") end
    words[#words + 1] = case.method:match "backward"
    words[#words + 1] = case.variant:match "temporal_block=%d+"
    return table.concat(words, ", ")
end

local parts = { "t_layout", "t_upload", "solve", "t_download" }
local with_proof = "layout, upload, solve, download, and the problem's proof (once for all its "
                   .. "cases; none with prove=0)"

-- From the matrix to the proven answer, in seconds; nil where a part is not known. Without t_prove
-- no proof was wanted.
local function together(case)
    local sum = case.t_prove or 0
    for _, part in ipairs(parts) do sum = sum and case[part] and sum + case[part] end
    return sum
end

local function title(method)
    return krylov[method] and method .. ", " .. krylov[method] or (method:gsub("%*", ""))
end

local function header(first)
    local columns = { { title = "problem" }, { title = "device" } }
    table.move(first, 1, #first, 3, columns)
    return columns
end

-- A line for each problem and device, a column for each method.
local function times(results)
    local columns, rows = {}, {}
    for _, method in ipairs(methods) do
        columns[#columns + 1] = { title = title(method.name), unit = "s" }
    end
    columns[#columns + 1] = { title = "the papers, no proof", unit = "s" }
    each(results, function(problem, place, found)
        local row = { problem.label, devices[place] }
        for _, method in ipairs(methods) do
            local cell = found[method.name]
            local why = not cell.best and obstacle(results, cell.cases)
            paper.append(row, cell.best and cell.best.solve or why and { mark = why })
        end
        paper.append(row, published_for(problem, place))
        rows[#rows + 1] = row
    end)
    return { columns = header(columns), rows = rows,
             notes = { string.format("the fastest solve, with what the method sets up, whose error "
                                     .. "is proven to be at most %g", options.proven),
                       "the papers: SPIN 2009 (herman, cluster, tandem), and the fastest layout of "
                           .. "MEALS D1.6 (kanban, fms, polling)" } }
end

-- A line for each problem, device and method.
local function proofs(results)
    local rows = {}
    each(results, function(problem, place, found)
        local single = best_single(found)
        for _, method in ipairs(methods) do
            local cell = found[method.name]
            local best = cell.best
            if #cell.cases > 0 then
                local row = { problem.label, devices[place], title(method.name) }
                if best then
                    paper.append(row, layout_of(best), best.epsilon, best.iterations, best.solve,
                                 together(best), best.error_bound,
                                 single and single.solve / best.solve, false)
                else
                    paper.append(row, false, false, false, false, false, false, false,
                                 { mark = obstacle(results, cell.cases) })
                end
                rows[#rows + 1] = row
            end
        end
    end)
    return {
        columns = header {
            { title = "method" }, { title = "layout" }, { title = "epsilon", unit = "number" },
            { title = "iterations", unit = "count" }, { title = "solve", unit = "s" },
            { title = "together", unit = "s" },
            { title = "proven error", unit = "bound" }, { title = "speedup", unit = "ratio" },
            { title = "why not" },
        },
        rows = rows,
        notes = { "together: " .. with_proof .. "; the layout has what auto tries",
                  "speedup: solve, over the fastest method of one level (jacobi, jor, "
                      .. "gauss_seidel, interval_jor) on the same device",
                  "proven error: of long runs, of all entries together; of interval_jor, of the "
                      .. "value; else of the largest entry" },
    }
end

-- From the matrix to the proven answer: for each problem, device and method the fastest case that
-- suffices, else the fastest whose answer is sure.
local function phases(results)
    local rows = {}
    each(results, function(problem, _, found)
        for _, method in ipairs(methods) do
            local case = found[method.name].best or fastest(found[method.name].cases, is_sure)
            if case then
                local row = { problem.source, case.variant, case.iterations or false }
                for _, part in ipairs(parts) do row[#row + 1] = case[part] or false end
                paper.append(row, case.t_prove, together(case), paper.proven(case))
                rows[#rows + 1] = row
            end
        end
    end)
    return {
        columns = {
            { title = "problem" }, { title = "variant" }, { title = "iterations", unit = "count" },
            { title = "layout", unit = "s" },
            { title = "upload", unit = "s" }, { title = "solve", unit = "s" },
            { title = "download", unit = "s" }, { title = "proof", unit = "s" },
            { title = "together", unit = "s" }, { title = "proven error", unit = "bound" },
        },
        rows = rows,
        notes = { "together: " .. with_proof },
    }
end

-- A figure of one device: for each chain a dot for each method, and for the papers. Rows stand in
-- the order in which curves name them, so the methods that solve most chains come first. The method
-- that auto chose is one of them already.
local function chart(place)
    return function(results)
        local curves, points, drawn = {}, {}, {}
        local function curve(name)
            points[name] = {}
            curves[#curves + 1] = { title = title(name), points = points[name] }
        end
        for k = #methods - 1, 1, -1 do curve(methods[k].name) end
        curve "the papers, no proof"
        each(results, function(problem, where, found)
            if where ~= place then return end
            local theirs = published_for(problem, place)
            if type(theirs) == "number" then
                table.insert(points["the papers, no proof"], { problem.label, theirs })
            end
            for name, cell in pairs(found) do
                local best = cell.best
                if best and points[name] then
                    table.insert(points[name], { problem.label, best.solve })
                end
            end
        end)
        for _, one in ipairs(curves) do
            if #one.points > 0 then drawn[#drawn + 1] = one end
        end
        return { x = { title = "problem" }, y = { title = "time to a proven answer", unit = "s" },
                 log = "y", kind = "bars", curves = drawn }
    end
end

local figures = {}
for k, place in ipairs(options.places) do
    figures[k] = { id = place, build = chart(place),
                   title = "Time to a proven answer: " .. devices[place] }
end

return wm.experiment {
    name = "records-solve",
    title = "Time to a proven answer",
    problems = problems,
    variants = variants,
    solve = { require = options.proven, prove_time = wm.quick and "5s" or "5m" },
    measure = { warmup = 0, min_samples = 1, max_samples = 3,
                max_time = wm.quick and "5ms" or "10s", timeout = wm.quick and "250ms" or "2m",
                skip_dominated = { axis = "size", budget = "2m" } },
    figures = figures,
    tables = {
        { id = "times", title = "Time to a proven answer", build = times },
        { id = "proofs", title = "Time, iterations and proven error of each method",
          build = proofs },
        { id = "phases", title = "Layout, upload, solve, download and proof",
          build = phases },
    },
    expect = { "not_converged", "diverged", "inaccurate", "timeout", "skipped", "unsupported",
               "no_device", "oom_host", "oom_device" },
}
