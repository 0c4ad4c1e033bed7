-- Work against proven error: how long a solver takes until its answer is right to 3, 6 or 9 digits,
-- on chains of several kinds. Most solvers stop when one more step changes little; those that prove
-- stop when their own bounds meet. This experiment uses neither: the error is that of the proof of
-- each answer (docs/proofs.md), and a smaller epsilon only makes the solver work longer.
--
-- Each variant solves each problem with several epsilons, side by side. The figures have a panel
-- for each problem and a curve for each method; a point is one epsilon.
local wm = require "warpmark"
local paper = require "papers.paper"

local options = wm.options({
    epsilon = { 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12 },
    herman = { 9, 11 }, polling = { 7, 12 }, brp = { 64 }, embedded = { 4 }, monmege = { 10, 20 },
    tandem = { 31, 63, 255 }, cluster = { 26 }, kanban = { 2, 3 }, random = { 2000 },
    layout = "msr", place = "seq",
}, {
    epsilon = { 1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12 },
    herman = { 7 }, polling = { 5 }, brp = { 16 }, embedded = { 2 }, monmege = { 8 },
    tandem = { 15 }, cluster = { 4 }, kanban = { 1 }, random = { 200 },
})

-- The methods for each kind of problem.
local usual = "jacobi,jor,gauss_seidel,bicgstab"
local methods = { fixpoint = usual .. ",power,ii,ovi,svi", steady = usual .. ",power,interval_jor",
                  linear = usual }
-- Methods that stop when their own bounds meet.
local proving = { ii = true, ovi = true, svi = true, interval_jor = true }

local chains = {
    { name = "herman", source = "herman:n=%d", label = "herman %d, reward", kind = "fixpoint" },
    { name = "polling", source = "polling:n=%d", label = "polling %d, until", kind = "fixpoint" },
    { name = "brp", source = "brp:n=%d,max=4", label = "brp %d, until", kind = "fixpoint" },
    { name = "embedded", source = "embedded:max=%d,property=5", label = "embedded %d, reward",
      kind = "fixpoint" },
    { name = "monmege", source = "haddad_monmege:n=%d", label = "haddad_monmege %d",
      kind = "fixpoint" },
    { name = "tandem", source = "tandem:c=%d", label = "tandem %d, long run", kind = "steady" },
    { name = "cluster", source = "cluster:n=%d", label = "cluster %d, long run", kind = "steady" },
    { name = "kanban", source = "kanban:t=%d", label = "kanban %d, long run", kind = "steady" },
    { name = "random", source = "random_dd:n=%d,density=0.1", label = "random %d",
      kind = "linear" },
}

local function spelled(list)
    local texts = {}
    for k, value in ipairs(list) do texts[k] = string.format("%g", value) end
    return table.concat(texts, ",")
end

local function variants_of(kind)
    return string.format("{%s}[epsilon={%s}]/%s/f64/%s", methods[kind], spelled(options.epsilon),
                         options.layout, options.place)
end

local problems, variants, seen, kind_of = {}, {}, {}, {}
for _, chain in ipairs(chains) do
    local own = variants_of(chain.kind)
    if not seen[own] then variants[#variants + 1] = own end
    seen[own] = true
    for _, size in ipairs(options[chain.name]) do
        kind_of[chain.label:format(size)] = chain.kind
        problems[#problems + 1] = { source = chain.source:format(size),
                                    label = chain.label:format(size),
                                    variants = { own } }
    end
end

-- Returns the methods of a problem's cases, in the order of the plan.
local function methods_of(results, problem)
    local names, seen = {}, {}
    for _, case in ipairs(results.cases { problem = problem }) do
        if not seen[case.method] then names[#names + 1] = case.method end
        seen[case.method] = true
    end
    return names
end

local function each_method(results, visit)
    for _, problem in ipairs(results.problems {}) do
        for _, method in ipairs(methods_of(results, problem.label)) do
            visit(problem.label, method,
                  results.cases { problem = problem.label, method = method })
        end
    end
end

-- Returns the fastest case with a proven error of at most `error`; nil if there is none.
local function fastest(cases, error)
    local best
    for _, case in ipairs(cases) do
        if case.solve and case.proven_error and case.proven_error <= error
            and (not best or case.solve < best.solve) then
            best = case
        end
    end
    return best
end

-- The case with the least proven error.
local function closest(cases)
    local best
    for _, case in ipairs(cases) do
        local bound = case.solve and case.proven_error
        if bound and (not best or bound < best.proven_error) then best = case end
    end
    return best
end

-- Returns why cases do not reach this error; false if they do.
local function obstacle(results, cases, error)
    local best, last = closest(cases), cases[#cases]
    if best and best.proven_error <= error then return false end
    for _, case in ipairs(cases) do
        if not (case.solve and case.proven_error) then
            return case.status ~= "ok"
                       and string.format("epsilon %g: %s", case.epsilon, paper.why(case))
                or case.proof_note
        end
        last = case
    end
    return string.format("its rule delivers only %s at epsilon %g",
                         results.show(last.proven_error, "bound"), last.epsilon)
end

local wanted = { 1e-3, 1e-6, 1e-9 }

local function times(results)
    local columns = { { title = "problem" }, { title = "method" } }
    local rows = {}
    for _, error in ipairs(wanted) do
        local group = string.format("proven error %g", error)
        columns[#columns + 1] = { title = "solve", group = group, unit = "s" }
        columns[#columns + 1] = { title = "epsilon", group = group, unit = "number" }
    end
    columns[#columns + 1] = { title = "least proven error", unit = "bound" }
    columns[#columns + 1] = { title = "why no more" }
    each_method(results, function(problem, method, cases)
        local row, best = { problem, method }, closest(cases)
        for _, error in ipairs(wanted) do
            local case = fastest(cases, error)
            paper.append(row, case and case.solve, case and case.epsilon)
        end
        paper.append(row, best and best.proven_error, obstacle(results, cases, wanted[#wanted]))
        rows[#rows + 1] = row
    end)
    return { columns = columns, rows = rows,
             notes = { "solve: the fastest of the epsilons whose answer is proven to be this close",
                       "proven error: of the value, or if it is larger, that of the largest entry; "
                           .. "of long runs, of all entries together" } }
end

-- Table of one epsilon: a line for each problem, a column for each method.
local asked = 1e-6

local function delivered(results)
    local columns, order, rows = { { title = "problem" } }, {}, {}
    each_method(results, function(_, method)
        if not order[method] then
            columns[#columns + 1] = { title = method, unit = "bound" }
            order[method] = #columns
        end
    end)
    for _, problem in ipairs(results.problems {}) do
        local row = { problem.label }
        for k = 2, #columns do row[k] = false end
        for _, case in ipairs(results.cases { problem = problem.label, epsilon = asked }) do
            row[order[case.method]] = case.proven_error or { mark = paper.why(case) or "no proof" }
        end
        rows[#rows + 1] = row
    end
    return { columns = columns, rows = rows }
end

-- Returns whether no ratio of proven error and epsilon is above 1, and the worst one; nil if no
-- answer has a proof. Epsilons near the least error that is proven for a problem do not count.
local function worst(results, proves)
    local most, of
    for _, problem in ipairs(results.problems {}) do
        local cases = results.cases { problem = problem.label }
        local best = closest(cases)
        for _, case in ipairs(cases) do
            if case.solve and case.proven_error and case.epsilon >= 10 * best.proven_error
                and (proving[case.method] or false) == proves
                and (not most or case.proven_error / case.epsilon > most) then
                most, of = case.proven_error / case.epsilon, case
            end
        end
    end
    if not of then return nil, "no answer has a proof" end
    return most <= 1,
           string.format("worst: proven error %s where epsilon is %g (%s, %s)",
                         results.show(of.proven_error, "bound"), of.epsilon, of.method,
                         of.problem)
end

-- Returns a curve with a point for each epsilon. An error of 1 or more is not shown.
local function curve(method, cases)
    local points = {}
    for _, case in ipairs(cases) do
        local bound = case.solve and case.proven_error
        if bound and bound > 0 and bound < 1 then
            points[#points + 1] = { -math.log(bound, 10), case.solve }
        end
    end
    table.sort(points, function(a, b) return a[1] < b[1] end)
    return { title = method, points = points }
end

local function panel_of(results, problem)
    local panel = { title = problem, curves = {} }
    for _, method in ipairs(methods_of(results, problem)) do
        panel.curves[#panel.curves + 1] =
            curve(method, results.cases { problem = problem, method = method })
    end
    return panel
end

-- A panel for each problem of these kinds.
local function work_against_error(kinds)
    return function(results)
        local panels = {}
        for _, problem in ipairs(results.problems {}) do
            if kinds[kind_of[problem.label]] then
                panels[#panels + 1] = panel_of(results, problem.label)
            end
        end
        return { x = { title = "proven digits (-log10 of the proven error)", unit = "number" },
                 y = { title = "time of a solve", unit = "s" }, log = "y", panels = panels }
    end
end

return wm.experiment {
    name = "accuracy",
    title = "Work against proven error",
    problems = problems,
    variants = variants,
    solve = { prove = 1e-13 },
    measure = { max_time = wm.quick and "5ms" or "1s", max_samples = wm.quick and 3 or 30,
                timeout = wm.quick and "250ms" or "60s" },
    figures = {
        { id = "accuracy", title = "Work against proven error: reachability, rewards, matrices",
          build = work_against_error { fixpoint = true, linear = true } },
        { id = "long_runs", title = "Work against proven error: long runs",
          build = work_against_error { steady = true } },
    },
    tables = {
        { id = "times", title = "Time to a proven error", build = times },
        { id = "delivered", title = "Proven error where epsilon is 1e-6", build = delivered },
    },
    claims = {
        { id = "change", text = "an answer that changes by less than epsilon in one step is proven "
              .. "to be within epsilon of the truth",
          test = function(results) return worst(results, false) end },
        { id = "bounds", text = "an answer whose own bounds are within epsilon of each other is "
              .. "proven to be within epsilon of the truth",
          test = function(results) return worst(results, true) end },
    },
    expect = { "not_converged", "diverged", "wrong", "inaccurate", "timeout", "unsupported" },
}
