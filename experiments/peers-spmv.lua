-- The time of one sweep of JOR in Warpmark's layouts, in cuSPARSE where there is a GPU, and in the
-- engines (docs/engines.md) whose sweep is one product with the matrix: PETSc's Richardson with
-- Jacobi, SciPy's product with numpy's sums, and PRISM's JOR.
--
-- Each variant solves each problem twice, with a large and a small epsilon. The difference of the
-- two, in time and in sweeps, is sweeps alone: no set-up, no start of Java, no message.
-- Storm does not say how many sweeps it makes, so it is not here.
local wm = require "warpmark"
local engines = require "papers.engines"
local paper = require "papers.paper"

local options = wm.options({
    tandem = { 127 }, cluster = { 64 }, kanban = { 3 }, fms = { 4 }, polling = { 13 },
    coarse = 1e-2, fine = 1e-8,
}, {
    tandem = { 15 }, cluster = { 8 }, kanban = { 1 }, fms = { 2 }, polling = { 7 },
})

local methods = {
    "jor/msr/f64/seq", "jor/pattern/f64/seq", "jor/sdia/f64/seq", "jor/auto/f64/seq",
    "jor[loop=graph]/cusparse/f64/cuda", "jor[loop=graph]/auto/f64/cuda",
    "petsc[method=richardson,precondition=jacobi,omega=0.9]/sparse/f64/seq",
    "scipy[method=jor]/sparse/f64/seq", "prism[method=jor]/sparse/f64/seq",
    "prism[method=jor,engine=explicit]/sparse/f64/seq",
}

local function with_epsilon(variant, epsilon)
    local base, inside, rest = variant:match "^([^%[/]+)%[?([^%]/]*)%]?(/.*)$"
    return string.format("%s[%s%sepsilon=%g]%s", base, inside, inside == "" and "" or ",", epsilon,
                         rest)
end

local variants = {}
for _, epsilon in ipairs { options.coarse, options.fine } do
    for _, name in ipairs(methods) do variants[#variants + 1] = with_epsilon(name, epsilon) end
end

local chains = {
    { "tandem", "tandem:c=%d", "tandem %d" }, { "cluster", "cluster:n=%d", "cluster %d" },
    { "kanban", "kanban:t=%d", "kanban %d" }, { "fms", "fms:n=%d", "fms %d" },
    { "polling", "polling:n=%d", "polling %d, until" },
}
local problems = {}
for _, chain in ipairs(chains) do
    for _, size in ipairs(options[chain[1]]) do
        problems[#problems + 1] = { source = chain[2]:format(size), label = chain[3]:format(size) }
    end
end

-- Returns the title of a case: "msr", "pattern", "cusparse, GPU"; for an engine its method with its
-- options.
local function title_of(case)
    if engines.is_engine(case) then return engines.title(case) end
    return case.layout .. (case.place == "cuda" and ", GPU" or "")
end

-- Returns the seconds of a sweep and the number of sweeps between the two solves; nil and the
-- reason if this is unknown, or if there are too few sweeps between them.
local function sweep(group)
    local coarse, fine = table.unpack(group)
    for _, case in ipairs(group) do
        if not (case.solve and case.iterations) then
            return nil, paper.why(case) or "counts no sweeps"
        end
    end
    if not fine then return nil, "not run" end
    local count = fine.iterations - coarse.iterations
    local time = engines.seconds(fine) - engines.seconds(coarse)
    if count < 10 or time < 0.3 * engines.seconds(fine) then return nil, "too short" end
    return time / count, count
end

-- Calls visit(problem, group, seconds, count or why) for each variant of each problem.
local function each(results, absent, visit)
    for _, problem in ipairs(results.problems {}) do
        for _, group in ipairs(engines.groups(results, problem.label, absent, title_of)) do
            visit(problem, group, sweep(group))
        end
    end
end

local function plain(results, problem)
    for _, group in ipairs(engines.groups(results, problem, {}, title_of)) do
        if group.title == "msr" then return (sweep(group)) end
    end
end

local function sweeps(results)
    local rows, absent = {}, engines.absent(results)
    each(results, absent, function(problem, group, time, count)
        local msr = plain(results, problem.label)
        rows[#rows + 1] = { problem.label, group.title, time and count or false,
                            time or { mark = count }, time and msr and time / msr or false,
                            time and problem.nnz and time / problem.nnz or false }
    end)
    return { columns = { { title = "problem" }, { title = "sweeps in" },
                         { title = "sweeps", unit = "count" }, { title = "a sweep", unit = "s" },
                         { title = "over msr", unit = "ratio" },
                         { title = "for an entry", unit = "s" } },
             rows = rows,
             notes = engines.notes(absent, {
                 "a sweep: the difference of the two solves' times over that of their sweeps" }) }
end

-- Bars by problem, as multiples of msr's time.
local function chart(results)
    local curves, of = {}, {}
    each(results, engines.absent(results), function(problem, group, time)
        local msr = plain(results, problem.label)
        if not (time and msr) then return end
        if not of[group.title] then
            of[group.title] = { title = group.title, points = {} }
            curves[#curves + 1] = of[group.title]
        end
        table.insert(of[group.title].points, { problem.label, time / msr })
    end)
    return { x = { title = "problem" }, y = { title = "a sweep over that of msr", unit = "ratio" },
             log = "y", kind = "bars", curves = curves }
end

-- Returns whether no engine makes a sweep in less time than the fastest layout on one core.
local function none_faster(results)
    local own, theirs, least, of = {}, {}, nil, nil
    each(results, {}, function(problem, group, time)
        local best = engines.is_engine(group[1]) and theirs or group[1].place == "seq" and own
        local known = best and best[problem.label]
        if best and time and (not known or time < known.time) then
            best[problem.label] = { time = time, title = group.title }
        end
    end)
    for problem, found in pairs(theirs) do
        local ratio = own[problem] and found.time / own[problem].time
        if ratio and (not least or ratio < least) then least, of = ratio, found.title end
    end
    if not least then return nil, "no engine's sweep was timed" end
    local verdict = least > 1
    if least > 1 / 1.1 and least < 1.1 then verdict = nil end
    return verdict, string.format("least: a sweep of %s takes %.3g times as long%s", of, least,
                                  verdict == nil and ", which is noise" or "")
end

return wm.experiment {
    name = "peers-spmv",
    title = "One sweep of JOR: layouts, cuSPARSE and engines",
    problems = problems,
    variants = variants,
    solve = { criterion = "absolute", prove = 0, max_iterations = 200000 },
    measure = { max_time = wm.quick and "10ms" or "1s", max_samples = wm.quick and 3 or 20,
                warmup = 0, timeout = wm.quick and "10s" or "60s" },
    figures = { { id = "sweeps", title = "One sweep of JOR beside that of msr", build = chart } },
    tables = { { id = "sweeps", title = "One sweep of JOR", build = sweeps } },
    claims = { { id = "peers-sweep", text = "no engine makes a sweep in less time than the fastest "
                     .. "layout on one core", test = none_faster } },
    expect = { "not_converged", "diverged", "wrong", "timeout", "unsupported", "crashed",
               "no_device" },
}
