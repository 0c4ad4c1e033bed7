-- GRAPHITE 2012, table 1: sizes and densities of the systems that a model checker gave. The paper
-- concludes that Jacobi suits such systems better than Krylov methods. This is tested on them and
-- on the chains of the other papers, in the paper's rows (msr) and in a layout that compresses
-- (sdia).
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local paper = require "papers.paper"

-- residual, relative to the right-hand side, that an answer must have for its time to count
local accuracy = 1e-5

-- Each chain has a property that asks for probabilities, rewards or a long run.
local models = {
    { "tandem, reachability", "tandem:c=255,property=2", "tandem:c=31,property=2" },
    { "tandem, long run", "tandem:c=255", "tandem:c=15" },
    { "cluster, long run", "cluster:n=64", "cluster:n=4" },
    { "kanban, long run", "kanban:t=4", "kanban:t=1" },
    { "fms, long run", "fms:n=5", "fms:n=2" },
    { "polling, reachability", "polling:n=12", "polling:n=5" },
    { "polling, long run", "polling:n=12,property=2", "polling:n=5,property=2" },
    { "herman, rewards", "herman:n=13", "herman:n=7" },
    { "cell, reachability", "cell:n=1000,property=3", "cell:n=30,property=3" },
    { "embedded, reachability", "embedded:max=64", "embedded:max=2" },
    { "brp, reachability", "brp:n=512,max=8", "brp:n=16,max=2" },
    { "firewire, rewards", "firewire:delay=36", "firewire:delay=1" },
}

local problems = graphite.chains(graphite.systems())
for _, problem in ipairs(problems) do problem.model = problem.program end
for _, model in ipairs(models) do
    problems[#problems + 1] = {
        source = model[wm.quick and 3 or 2], label = model[1], family = "other", model = model[1],
    }
end

local places = {
    -- Small instances take one core, whose times other programs on the machine disturb less.
    wm.quick and { title = "one core", jacobi = "jacobi/%s/f64/seq",
                   bicgstab = "bicgstab/%s/f64/seq" }
    or { title = "all cores", jacobi = "jacobi/%s/f64/omp", bicgstab = "bicgstab/%s/f64/omp" },
    { title = "CUDA", jacobi = "jacobi[loop=graph]/%s/f64/cuda",
      bicgstab = "bicgstab[loop=graph]/%s/f64/cuda" },
}
local layouts = { "msr", "sdia" }
local methods = { "jacobi", "bicgstab" }
local titles = { jacobi = "Jacobi", bicgstab = "BiCGStab" }

local function case_of(results, label, place, method, layout)
    for _, case in ipairs(results.cases { problem = label }) do
        if case.variant == place[method]:format(layout) then return case end
    end
end

-- Returns whether a case has a time and the accuracy.
local function counts(case)
    return case and case.solve and case.residual <= accuracy
end

-- Returns the method that reaches the accuracy first: "jacobi", "bicgstab", "unclear" or "neither".
local function winner(results, label, place, layout)
    local jacobi = case_of(results, label, place, "jacobi", layout)
    local bicgstab = case_of(results, label, place, "bicgstab", layout)
    if not counts(jacobi) then return counts(bicgstab) and "bicgstab" or "neither" end
    if not counts(bicgstab) then return "jacobi" end
    local ratio, low, high, few = paper.ratio(results, jacobi, bicgstab, "solve")
    local noise = few and 0.03 or 0.01 -- long solves have too few samples for an interval
    if not ratio then return "unclear" end
    return high < 1 - noise and "jacobi" or low > 1 + noise and "bicgstab" or "unclear"
end

-- Models in the order of the plan, with the labels of their instances.
local function each_model(results)
    local list, of = {}, {}
    for _, problem in ipairs(results.problems {}) do
        if not of[problem.model] then
            of[problem.model] = { name = problem.model, labels = {} }
            list[#list + 1] = of[problem.model]
        end
        table.insert(of[problem.model].labels, problem.problem)
    end
    return list
end

-- Returns the share of the models on which Jacobi is first; a model counts by the share of its
-- systems. The least share counts unclear systems for BiCGStab, the largest for Jacobi. Also
-- returns the numbers as text. nil if no system has a time.
local function share_of_jacobi(results, place, layout)
    local least, most, nmodels = 0, 0, 0
    local total = { jacobi = 0, bicgstab = 0, unclear = 0, neither = 0 }
    for _, model in ipairs(each_model(results)) do
        local of = { jacobi = 0, bicgstab = 0, unclear = 0, neither = 0 }
        for _, label in ipairs(model.labels) do
            local first = winner(results, label, place, layout)
            of[first], total[first] = of[first] + 1, total[first] + 1
        end
        local known = of.jacobi + of.bicgstab + of.unclear
        if known > 0 then
            nmodels = nmodels + 1
            least, most = least + of.jacobi / known, most + (of.jacobi + of.unclear) / known
        end
    end
    if nmodels == 0 then return nil end
    return least / nmodels, most / nmodels, string.format(
        "%s, %s: Jacobi is first on %.0f to %.0f %% of %d models (systems: Jacobi %d, BiCGStab %d, "
            .. "unclear %d, neither %d)", place.title, layout, 100 * least / nmodels,
            100 * most / nmodels, nmodels, total.jacobi,
        total.bicgstab, total.unclear, total.neither)
end

-- Holds where Jacobi is first on two thirds of the models or more, in every layout and at every
-- place that has times.
local function jacobi_suits(results)
    local verdict, numbers = true, {}
    for _, place in ipairs(places) do
        for _, layout in ipairs(layouts) do
            local least, most, text = share_of_jacobi(results, place, layout)
            if least then
                local here = nil
                if least >= 2 / 3 then here = true elseif most < 2 / 3 then here = false end
                verdict = paper.both(verdict, here)
                numbers[#numbers + 1] = text
            end
        end
    end
    if #numbers == 0 then return nil, "no system has a time" end
    if results.quick then
        return nil, "--quick takes small instances of the other papers' chains: run without it, "
            .. "which needs no GPU; " .. table.concat(numbers, "; ")
    end
    return graphite.judged(verdict, table.concat(numbers, "; "))
end

local function sizes(results)
    local rows = {}
    for _, problem in ipairs(results.problems { family = "chain" }) do
        local row = { problem.program }
        local function add(...) for _, cell in ipairs { ... } do row[#row + 1] = cell end end
        add(paper.exact(problem.paper_n, problem.n))
        add(paper.exact(problem.paper_m, problem.transitions))
        local density = problem.n
            and math.floor(1000 * problem.transitions / problem.n ^ 2 + 0.5) / 1000
        add(paper.exact(problem.paper_density, density))
        add("fitted")
        local plain = case_of(results, problem.problem, places[1], "jacobi", "msr")
        local compressed = case_of(results, problem.problem, places[1], "jacobi", "sdia")
        add(plain and plain.bytes or false, compressed and compressed.bytes or false)
        rows[#rows + 1] = row
    end
    return {
        columns = paper.heads {
            "algorithm text", "n: paper count | ours count", "m: paper count | ours count",
            "density: paper number | ours number", "construction text",
            "the matrix, here: msr B | sdia B",
        },
        rows = rows,
        notes = {
            "fitted: settings of the program and its search that the paper does not give, found so "
                .. "that n and m agree",
            "m counts the diagonal; density is m / n^2, to three places as in the paper",
        },
    }
end

local function krylov(results)
    local out = {
        columns = { { title = "system", unit = "text" }, { title = "n", unit = "count" } },
        rows = {},
        notes = {
            string.format("first: the method that comes to a relative residual of at most %g, "
                          .. "checked on the host, in less time", accuracy),
            "unclear: within 1 % by the interval of the ratio, or within 3 % by the spread of "
                .. "fewer than six samples",
            "*: an answer less accurate than that, whose time does not count; "
                .. paper.answer_marks,
            "not_converged: Jacobi on a periodic chain, or BiCGStab where it broke down",
        },
    }
    for _, place in ipairs(places) do
        for _, layout in ipairs(layouts) do
            local group = place.title .. ", " .. layout
            for _, method in ipairs(methods) do
                table.insert(out.columns, { title = titles[method], group = group, unit = "s" })
            end
            table.insert(out.columns, { title = "first", group = group, unit = "text" })
        end
    end
    for _, line in ipairs(paper.machine(results)) do table.insert(out.notes, line) end
    for _, problem in ipairs(results.problems {}) do
        local row = { problem.problem, problem.n }
        for _, place in ipairs(places) do
            for _, layout in ipairs(layouts) do
                for _, method in ipairs(methods) do
                    local case = case_of(results, problem.problem, place, method, layout)
                    row[#row + 1] = case and (not case.solve and { mark = paper.why(case) }
                                              or counts(case) and (paper.cell(case))
                                              or { case.solve, mark = "*" }) or false
                end
                local first = winner(results, problem.problem, place, layout)
                row[#row + 1] = titles[first] or first == "unclear" and first
            end
        end
        out.rows[#out.rows + 1] = row
    end
    return out
end

local variants = {}
for _, place in ipairs(places) do
    for _, layout in ipairs(layouts) do
        for _, method in ipairs(methods) do
            variants[#variants + 1] = place[method]:format(layout)
        end
    end
end

return wm.experiment {
    name = "graphite12-table1",
    title = "Systems from a model checker, and Jacobi against BiCGStab on chains",
    paper = "GRAPHITE 2012, table 1",
    problems = problems,
    variants = variants,
    solve = { epsilon = 1e-8, max_iterations = 50000 },
    measure = {
        max_samples = wm.quick and 8 or 6, max_time = wm.quick and "50ms" or "2s",
        timeout = wm.quick and "20s" or "5s",
    },
    tables = {
        { id = "sizes", title = "Sizes and densities of the systems", build = sizes },
        { id = "krylov", title = "Jacobi against BiCGStab on chains", build = krylov },
    },
    claims = {
        { id = "G11", text = "Jacobi suits probabilistic model checking better than Krylov methods",
          test = jacobi_suits },
    },
    -- BiCGStab breaks down on some chains, and its own residual may end far from the true one.
    expect = { "not_converged", "timeout", "wrong" },
}
