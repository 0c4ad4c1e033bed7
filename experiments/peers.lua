-- Other people's solvers beside Warpmark's: how long each takes until its answer is right to a
-- number of digits, and what each gets wrong. Engines (docs/engines.md) that are not installed are
-- listed in the notes.
--
-- Each variant solves each problem with several epsilons. The error is that of the proof of the
-- answer (docs/proofs.md), whatever a solver reports. The time of an engine is that of its own
-- clock, if it has one: PRISM's is without the start of Java.
local wm = require "warpmark"
local engines = require "papers.engines"
local paper = require "papers.paper"

local options = wm.options({
    epsilon = { 1e-4, 1e-7, 1e-10 },
    herman = { 9 }, polling = { 12 }, brp = { 64 }, embedded = { 4 }, monmege = { 12 },
    tandem = { 31, 255 }, cluster = { 26 }, kanban = { 2 }, fms = { 3, 5 },
}, {
    epsilon = { 1e-4, 1e-8 },
    herman = { 5 }, polling = { 5 }, brp = { 16 }, embedded = { 2 }, monmege = { 8 },
    tandem = { 15 }, cluster = { 4 }, kanban = { 1 }, fms = { 2 },
})

-- The methods of each solver. only: for one kind of problem. once: with the last epsilon alone, as
-- it does not iterate.
local solvers = {
    { layout = "msr", "jacobi", "gauss_seidel_backward", "bicgstab[precondition=ilu0]",
      "multilevel" },
    { layout = "msr", only = "fixpoint", "ovi" },
    { layout = "auto", "auto" },
    { "petsc", "petsc[method=gmres]", "petsc[method=richardson,precondition=sor]" },
    { once = true, "direct", "direct[method=klu]" },
    { once = true, "scipy" },
    { "scipy[method=bicgstab]", "scipy[method=gmres]" },
    { "storm", "storm[method=jacobi]", "storm[method=gauss_seidel]", "storm[method=ovi]",
      "storm[method=gmres]", "storm[method=bicgstab]" },
    { once = true, "storm[method=eigen_sparselu]" },
    { "prism", "prism[method=gauss_seidel]" },
    { only = "fixpoint", "prism[engine=explicit,method=ii]" },
    { "example" },
}

-- slow: the solvers that take minutes on a problem, from a size on.
local chains = {
    { name = "herman", source = "herman:n=%d", label = "herman %d, reward", kind = "fixpoint" },
    { name = "polling", source = "polling:n=%d", label = "polling %d, until", kind = "fixpoint",
      slow = { example = 12 } },
    { name = "brp", source = "brp:n=%d,max=4", label = "brp %d, until", kind = "fixpoint" },
    { name = "embedded", source = "embedded:max=%d,property=5", label = "embedded %d, reward",
      kind = "fixpoint", slow = { example = 4 } },
    { name = "monmege", source = "haddad_monmege:n=%d", label = "haddad_monmege %d",
      kind = "fixpoint" },
    { name = "tandem", source = "tandem:c=%d", label = "tandem %d, long run", kind = "steady",
      slow = { example = 15 } },
    { name = "cluster", source = "cluster:n=%d", label = "cluster %d, long run", kind = "steady",
      slow = { example = 26 } },
    { name = "kanban", source = "kanban:t=%d", label = "kanban %d, long run", kind = "steady",
      slow = { example = 2, scipy = 3, direct = 3, ["storm[method=eigen_sparselu]"] = 3 } },
    { name = "fms", source = "fms:n=%d", label = "fms %d, long run", kind = "steady",
      slow = { example = 2, scipy = 4, direct = 4, ["direct[method=klu]"] = 4,
               ["storm[method=eigen_sparselu]"] = 4 } },
}

-- storm[method=ovi] with epsilon 1e-3 is storm[method=ovi,epsilon=0.001]/sparse/f64/seq.
local function variant_of(method, layout, epsilon)
    local base, inside = method:match "^([^%[]+)%[?([^%]]*)%]?$"
    local words = (inside == "" and "" or inside .. ",") .. string.format("epsilon=%g", epsilon)
    return string.format("%s[%s]/%s/f64/seq", base, words, layout or "sparse")
end

local function variants_of(chain, size)
    local list = {}
    for _, solver in ipairs(solvers) do
        local first = solver.once and #options.epsilon or 1
        for _, method in ipairs(solver) do
            local slow = (chain.slow or {})[method]
            if (solver.only or chain.kind) == chain.kind and not (slow and size >= slow) then
                for k = first, #options.epsilon do
                    list[#list + 1] = variant_of(method, solver.layout, options.epsilon[k])
                end
            end
        end
    end
    return list
end

local problems, variants, seen, kind_of = {}, {}, {}, {}
for _, chain in ipairs(chains) do
    for _, size in ipairs(options[chain.name]) do
        local own = variants_of(chain, size)
        for _, name in ipairs(own) do
            if not seen[name] then variants[#variants + 1] = name end
            seen[name] = true
        end
        local label = chain.label:format(size)
        kind_of[label] = chain.kind
        problems[#problems + 1] = { source = chain.source:format(size), label = label,
                                    variants = own }
    end
end

-- Returns the fastest case with a proven error of at most `error`; nil if there is none.
local function fastest(cases, error)
    local best
    for _, case in ipairs(cases) do
        if case.solve and case.proven_error and case.proven_error <= error
            and (not best or engines.seconds(case) < engines.seconds(best)) then
            best = case
        end
    end
    return best
end

-- The least proven error.
local function closest(cases)
    local least = math.huge
    for _, case in ipairs(cases) do
        if case.solve then least = math.min(least, case.proven_error or least) end
    end
    return least < math.huge and least or false
end

local wanted = { 1e-3, 1e-6, 1e-9 }

local function times(results)
    local columns, rows = { { title = "problem" }, { title = "method" } }, {}
    local absent = engines.absent(results)
    for _, error in ipairs(wanted) do
        local group = string.format("proven error %g", error)
        columns[#columns + 1] = { title = "solve", group = group, unit = "s" }
        columns[#columns + 1] = { title = "own clock", group = group, unit = "s" }
    end
    columns[#columns + 1] = { title = "least proven error", unit = "bound" }
    for _, problem in ipairs(results.problems {}) do
        for _, group in ipairs(engines.groups(results, problem.label, absent, engines.title)) do
            local row = { problem.label, group.title }
            for _, error in ipairs(wanted) do
                local case = fastest(group, error)
                paper.append(row, case and case.solve, case and case.solve_engine)
            end
            paper.append(row, closest(group))
            rows[#rows + 1] = row
        end
    end
    return { columns = columns, rows = rows, notes = engines.notes(absent, {
        "own clock: of an engine that has one; PRISM's has steps of 1 ms, and no start of Java",
        "proven error: of the largest entry; of long runs, of all entries together; of engines "
            .. "that give a value alone, of the value" }) }
end

-- Returns the cases of a group with the worst fault.
local function worst_of(group)
    for _, kind in ipairs(engines.faults) do
        local found = { kind = kind }
        for _, case in ipairs(group) do
            if engines.fault(case) == kind then found[#found + 1] = case end
        end
        if #found > 0 then return found end
    end
end

local function faults(results)
    local rows, absent = {}, engines.absent(results)
    for _, problem in ipairs(results.problems {}) do
        for _, group in ipairs(engines.groups(results, problem.label, absent, engines.title)) do
            local found = worst_of(group)
            if found then
                local last = found[#found]
                local _, error = engines.fault(last)
                rows[#rows + 1] = { problem.label, group.title, found.kind,
                                    string.format("%d of %d", #found, #group), last.epsilon,
                                    error or false, last.note or false }
            end
        end
    end
    return { columns = { { title = "problem" }, { title = "method" }, { title = "what" },
                         { title = "cases" }, { title = "epsilon", unit = "number" },
                         { title = "error", unit = "bound" }, { title = "note" } },
             rows = rows, notes = engines.notes(absent, {
                 "what: the worst of the method's cases there; epsilon, error and note are of the "
                     .. "one with the smallest epsilon",
                 "less than asked: the proven error is above 10 epsilon; stopping rules that look "
                     .. "at changes promise no error",
                 "error: proven, at most; of a wrong value, how far it is off" }) }
end

-- Returns the curve of a program: its cases whose error is below half of that of all faster ones.
local function front(title, cases)
    local points, least = {}, math.huge
    table.sort(cases, function(a, b) return engines.seconds(a) < engines.seconds(b) end)
    for _, case in ipairs(cases) do
        local bound = case.proven_error
        if bound < least / 2 and bound < 1 and engines.seconds(case) > 0 then
            points[#points + 1] = { -math.log(math.max(bound, 1e-16), 10), engines.seconds(case) }
            least = bound
        end
    end
    return { title = title, points = points }
end

local function program_of(case)
    return engines.is_engine(case) and case.method or case.method == "jacobi" and "Warpmark, Jacobi"
        or "Warpmark"
end

-- A panel for each problem of a kind; a curve for each program that has an answer there.
local function work_against_error(kind)
    return function(results)
        local panels, absent = {}, engines.absent(results)
        for _, problem in ipairs(results.problems {}) do
            local panel = { title = problem.label, curves = {} }
            for _, group in ipairs(engines.groups(results, problem.label, absent, program_of)) do
                local proven = {}
                for _, case in ipairs(group) do
                    if case.solve and case.proven_error then proven[#proven + 1] = case end
                end
                panel.curves[#panel.curves + 1] = front(group.title, proven)
            end
            if kind_of[problem.label] == kind then panels[#panels + 1] = panel end
        end
        return { x = { title = "proven digits (-log10 of the proven error)", unit = "number" },
                 y = { title = "time of a solve", unit = "s" }, log = "y", panels = panels }
    end
end

-- Returns a test: no answer is false, of engines or of Warpmark's methods.
local function none_false(of_engines)
    return function(results)
        local answers, count, first = 0, 0, nil
        for _, case in ipairs(results.cases {}) do
            local fault = engines.is_engine(case) == of_engines and engines.fault(case)
            if engines.is_engine(case) == of_engines and case.solve then answers = answers + 1 end
            if engines.is_false[fault] then count, first = count + 1, first or case end
        end
        if answers + count == 0 then return nil, "there is no answer" end
        local numbers = string.format("%d of %d answers are false", count, answers + count)
        return count == 0, first and string.format("%s, such as that of %s on %s (%s)", numbers,
                                                   engines.title(first), first.problem,
                                                   engines.fault(first)) or numbers
    end
end

-- Returns a test: a method of Warpmark reaches this error before each engine, by the engine's own
-- clock.
local function first_to(error)
    return function(results)
        local least, of
        for _, problem in ipairs(results.problems {}) do
            local sides = { [true] = {}, [false] = {} }
            for _, case in ipairs(results.cases { problem = problem.label }) do
                table.insert(sides[engines.is_engine(case)], case)
            end
            local ours, theirs = fastest(sides[false], error), fastest(sides[true], error)
            local ratio = theirs and (ours and engines.seconds(theirs) / engines.seconds(ours) or 0)
            if ratio and (not least or ratio < least) then
                least, of = ratio, theirs
            end
        end
        if not least then return nil, "no engine has an answer that is proven to be so close" end
        local verdict = least > 1
        if least > 1 / 1.1 and least < 1.1 then verdict = nil end
        return verdict, string.format("least: %s takes %.3g times as long on %s%s",
                                      engines.title(of), least, of.problem,
                                      verdict == nil and ", which is noise" or "")
    end
end

return wm.experiment {
    name = "peers",
    title = "Other solvers beside Warpmark's: work against proven error",
    problems = problems,
    variants = variants,
    solve = { criterion = "absolute", prove = 1e-13, max_iterations = 200000 },
    measure = { max_time = wm.quick and "5ms" or "300ms", max_samples = wm.quick and 2 or 10,
                warmup = 0, timeout = wm.quick and "10s" or "20s" },
    figures = {
        { id = "reachability", title = "Work against proven error: reachability and rewards",
          build = work_against_error "fixpoint" },
        { id = "long_runs", title = "Work against proven error: long runs",
          build = work_against_error "steady" },
    },
    tables = {
        { id = "times", title = "Time to a proven error", build = times },
        { id = "faults", title = "What each got wrong", build = faults },
    },
    claims = {
        { id = "own-true", text = "no answer of Warpmark's methods is false",
          test = none_false(false) },
        { id = "peers-true", text = "no answer of an engine is false", test = none_false(true) },
        { id = "own-first", text = "one of Warpmark's methods comes to a proven error of 1e-6 "
              .. "before every engine, on each problem", test = first_to(1e-6) },
    },
    expect = { "not_converged", "diverged", "wrong", "timeout", "unsupported", "crashed",
               "oom_host", "inaccurate" },
}
