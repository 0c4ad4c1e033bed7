-- Common code of the tables of MEALS D1.6 (2013): ten instances of six models, each solved on a GPU
-- in six layouts and two orders of the states.
--
-- In the paper's loop the host decides after every sweep, and every thread that has not converged
-- stores a flag: vote=store. Its half warps add through shared memory. It calls its method Jacobi;
-- kanban takes its 663 iterations with JOR.
local wm = require "warpmark"
local paper = require "papers.paper"

local meals13 = {}

-- Instances

local models = {
    herman = { source = "herman:n=%d", small = 7 },
    cluster = { source = "cluster:n=%d", small = 26 },
    tandem = { source = "tandem:c=%d", small = 15 },
    kanban = { source = "kanban:t=%d", small = 1, method = "jor" },
    fms = { source = "fms:n=%d", small = 2 },
    polling = { source = "polling:n=%d", small = 5 },
}

-- The layouts of today that may be best on a chain; docs/records.md says why.
local today = {
    herman = { "cusparse" }, cluster = { "sdia" }, tandem = { "pattern" }, kanban = { "sdia" },
    fms = { "sdia" }, polling = { "sdia" },
}

-- Today's layouts run as a CUDA graph, not by the paper's loop.
local TODAY = "METHOD[loop=graph]/%s/f64/cuda"

local function spelt(patterns, method)
    local out = {}
    for i, pattern in ipairs(patterns) do out[i] = pattern:gsub("METHOD", method) end
    return out
end

-- Whole solves of these instances would take most of a table's time. Table 1 has one of each.
local long = { ["cluster 464"] = true, ["tandem 2047"] = true }

local function problem_of(model, instance, patterns, part)
    local label, method = model .. " " .. instance, models[model].method or "jacobi"
    local own = { table.unpack(patterns) }
    for _, layout in ipairs(today[model]) do own[#own + 1] = TODAY:format(layout) end
    local counted = patterns.counted and not long[label] and spelt(patterns.counted, method) or nil
    return {
        source = models[model].source:format(instance), label = label, model = model,
        instance = instance, part = part, variants = spelt(own, method), counted = counted,
    }
end

-- patterns: variants, METHOD standing for jacobi or jor; patterns.counted: those that are solved
-- once as a whole, the long ones apart; patterns.smallest: those that the first instance of each
-- model has beside these; patterns.quick: by the label of an instance of the paper that --quick
-- takes, what solves it there. The problems are the paper's rows in its order (part = "paper");
-- with --quick one small instance of each other model (part = "small").
function meals13.problems(patterns)
    local list, done, smallest = {}, {}, patterns.smallest or {}
    for _, row in ipairs(paper.rows("meals13-t1-models.csv")) do
        local own = { counted = patterns.counted, table.unpack(patterns) }
        if not done[row.model] then table.move(smallest, 1, #smallest, #own + 1, own) end
        local quick = patterns.quick and patterns.quick[row.model .. " " .. row.instance]
        if quick or not wm.quick then
            list[#list + 1] = problem_of(row.model, row.instance, quick or own, "paper")
        elseif not done[row.model] then
            list[#list + 1] = problem_of(row.model, models[row.model].small, own, "small")
        end
        done[row.model] = true
    end
    return list
end

function meals13.variants(patterns)
    local list = spelt(patterns, "{jacobi,jor}")
    for _, variant in ipairs(spelt(patterns.smallest or {}, "{jacobi,jor}")) do
        list[#list + 1] = variant
    end
    for _, quick in pairs(patterns.quick or {}) do
        table.move(spelt(quick, "jacobi"), 1, #quick, #list + 1, list)
    end
    list[#list + 1] = spelt({ TODAY:format("{cusparse,pattern,sdia}") }, "{jacobi,jor}")[1]
    return list
end

-- The row of a published table that a problem repeats; nil for a small instance.
local function published(rows, problem)
    for _, row in ipairs(rows) do
        if row.model == problem.model and row.instance == problem.instance then return row end
    end
end

-- Cases

-- The paper's way to solve a problem: by its loop on the GPU.
function meals13.case(results, problem, layout, order)
    return results.case { problem = problem.label, layout = layout, order = order or "native",
                          place = "cuda", variant = "*vote=store*" }
end

-- Returns the case on one core.
function meals13.core(results, problem, layout)
    return results.case { problem = problem.label, layout = layout, order = "native",
                          place = "seq" }
end

-- Returns the case of a list with the least value of the field; entries of the list may be missing.
function meals13.best_of(cases, field)
    local best
    for _, case in pairs(cases) do
        if case[field] and (not best or case[field] < best[field]) then best = case end
    end
    return best
end

-- Returns the fastest of today's layouts, or the first of them if none has a time.
local function best_today(results, problem)
    local cases =
        results.cases { problem = problem.label, place = "cuda", variant = "*loop=graph*" }
    return meals13.best_of(cases, "per_iteration") or cases[1]
end

-- Returns bytes as the paper counts them, of the matrix and of the vectors. A layout takes the same
-- bytes at every place.
function meals13.bytes(results, problem, layout, order)
    for _, place in ipairs { "cuda", "seq" } do
        local cases =
            results.cases { problem = problem.label, layout = layout, order = order, place = place }
        for _, case in ipairs(cases) do
            if case.bytes then
                return case.bytes + case.n * (case.kind == "fixpoint" and 24 or 16)
            end
        end
    end
end

-- Returns the iterations of a solve of the problem: from the first case that has them, since all
-- cases repeat the same ones; otherwise the paper's.
local function iterations(results, case, rows)
    for _, other in ipairs(results.cases { problem = case.problem }) do
        if other.iterations then return other.iterations end
    end
    local row = published(rows, case)
    return row and row.iterations
end

-- Cells

local MIB = 1024 * 1024

-- All states of herman are initial, so that breadth-first order is PRISM's here; the paper's was
-- another.
local function not_repeated(problem, order)
    return problem.model == "herman" and order == "bfs" and "†" or nil
end

-- Paper | ours | ratio. also: another mark.
local function triple(given, value, mark, also)
    mark = (mark or also) and (mark or "") .. (also or "")
    local ratio = given and value and paper.marked(value / given, mark)
    return given or false, paper.marked(value, mark), ratio or false
end

-- Seconds of a whole solve, and its mark.
local function seconds(results, case, rows)
    if not case then return nil end
    if case.status ~= "ok" then return nil, paper.why(case) end
    if case.solve then return case.solve, paper.mark(case, true) end
    local count = iterations(results, case, rows)
    local time = count and case.per_iteration and count * case.per_iteration
    return time, "*" .. (paper.mark(case) or "")
end

-- Returns how many times as long an iteration of the first takes; nil if either has no time.
function meals13.quotient(a, b)
    return a and b and a.per_iteration and b.per_iteration and a.per_iteration / b.per_iteration
end

-- The columns that tables 2 to 5 are made of. Each has heads, as of paper.heads, and
-- build(context), which gives the cells of one row; context: results, problem, models (rows of
-- table 1), row (the paper's, or an empty table for a small instance).

function meals13.memory(group, key, layout, order)
    return {
        heads = group .. ": = B",
        build = function(c)
            return triple(c.row[key] and c.row[key] * MIB,
                          meals13.bytes(c.results, c.problem, layout, order), nil,
                          not_repeated(c.problem, order))
        end,
    }
end

function meals13.time(group, key, layout, order)
    return {
        heads = group .. ": = s",
        build = function(c)
            local value, mark =
                seconds(c.results, meals13.case(c.results, c.problem, layout, order), c.models)
            return triple(c.row[key], value, mark, not_repeated(c.problem, order))
        end,
    }
end

-- Time of the first over that of the fastest of the others; each { layout, order }.
function meals13.factor(group, key, first, others)
    return {
        heads = group .. ": == ratio",
        build = function(c)
            local cases = {}
            for i, other in ipairs(others) do
                cases[i] = meals13.case(c.results, c.problem, other[1], other[2])
            end
            local a = meals13.case(c.results, c.problem, first[1], first[2])
            local ratio = meals13.quotient(a, meals13.best_of(cases, "per_iteration"))
            return c.row[key] or false, ratio or false
        end,
    }
end

-- Today's best layout: its name, its time, and how much faster it is than the paper's first one.
function meals13.today(layout)
    return {
        heads = "today: layout text | time s | " .. layout .. " / it ratio",
        build = function(c)
            local case = best_today(c.results, c.problem)
            if not case then return false, false, false end
            return case.layout, paper.marked(seconds(c.results, case, c.models)),
                   meals13.quotient(meals13.case(c.results, c.problem, layout), case) or false
        end,
    }
end

-- Columns of tables 3 and 5; names: the layouts.
function meals13.warp_columns(names)
    local base, full, half = names.base, names.full, names.half
    local function both(order) return { { full, order }, { half, order } } end
    return {
        meals13.memory("full warp, memory", "wl_mb", full, "native"),
        meals13.time("full warp, time", "wl_s", full, "native"),
        meals13.memory("half warp, memory", "hwl_mb", half, "native"),
        meals13.time("half warp, time", "hwl_s", half, "native"),
        meals13.factor("factor", "factor_max", { base }, both "native"),
        meals13.memory("BFS: full warp, memory", "bfs_wl_mb", full, "bfs"),
        meals13.time("BFS: full warp, time", "bfs_wl_s", full, "bfs"),
        meals13.memory("BFS: half warp, memory", "bfs_hwl_mb", half, "bfs"),
        meals13.time("BFS: half warp, time", "bfs_hwl_s", half, "bfs"),
        meals13.factor("BFS: factor", "bfs_factor_max", { base }, both "bfs"),
        meals13.today(base),
    }
end

-- Time of an iteration over MSR and CMSR, on the GPU and on one core, for claim M9.
function meals13.iteration_columns()
    local function column(group, layout, find)
        return {
            heads = group .. ": " .. layout .. " s",
            build = function(c) return (paper.cell(find(c, layout), "per_iteration")) end,
        }
    end
    local function quotient(group, find)
        return {
            heads = group .. ": msr / cmsr ratio",
            build = function(c)
                return meals13.quotient(find(c, "msr"), find(c, "cmsr")) or false
            end,
        }
    end
    local function on_gpu(c, layout) return meals13.case(c.results, c.problem, layout) end
    local function on_core(c, layout) return meals13.core(c.results, c.problem, layout) end
    return {
        column("GPU", "msr", on_gpu), column("GPU", "cmsr", on_gpu), quotient("GPU", on_gpu),
        column("one core", "msr", on_core), column("one core", "cmsr", on_core),
        quotient("one core", on_core),
    }
end

-- How tables 2, 3 and 5 are measured. With --quick every case is counted, as there may be no GPU.
meals13.measure = {
    iterations = 100, count_iterations = wm.quick, max_samples = wm.quick and 2 or 12,
    max_time = wm.quick and "50ms" or "1s", timeout = wm.quick and "20s" or "5m",
}

local function notes_of(results, cases)
    local notes = paper.machine(results)
    for _, line in ipairs(paper.marks) do notes[#notes + 1] = line end
    notes[#notes + 1] = "memory: matrix and vectors, as the paper counts (its MB are MiB); time: a "
        .. "whole solve, upload apart"
    if paper.count_of(results, "kanban") > 0 then
        notes[#notes + 1] = "kanban: JOR (omega 0.9), which takes the paper's 663 iterations; "
            .. "Jacobi, which it names, does not converge"
    end
    if paper.count_of(results, "herman") > 0 then
        notes[#notes + 1] = "† all states of herman are initial, so that breadth-first order is "
            .. "PRISM's here; the paper's was another"
    end
    if #cases > 0 then
        notes[#notes + 1] = paper.proven_note(results, { "herman", "polling" })
        notes[#notes + 1] = paper.rule_is_off(results, cases)
    end
    if #results.problems { part = "small" } > 0 then
        notes[#notes + 1] = "small instances, which the paper does not have: nothing to compare "
            .. "with"
    end
    return notes
end

-- Iterations of a solve, and what a transition matrix is, as the paper's table 1 has it.
function meals13.model_columns()
    local function counted_case(results, problem)
        local case = meals13.case(results, problem, "msr")
        if case and case.iterations then return case end
        for _, other in ipairs(results.cases { problem = problem.label, order = "native" }) do
            if other.iterations then return other end
        end
    end
    return {
        { heads = "property count", build = function(c) return c.row.property or false end },
        { heads = "n: == count", build = function(c) return paper.exact(c.row.n, c.problem.n) end },
        { heads = "transitions count", build = function(c) return c.problem.transitions end },
        { heads = "iterations: == count | proven error bound", build = function(c)
            local case = counted_case(c.results, c.problem)
            local theirs, ours = paper.exact(c.row.iterations, case and case.iterations)
            c.cases[#c.cases + 1] = case
            return theirs, ours, paper.proven(case)
        end },
        { heads = "time: MSR s", build = function(c)
            local case = meals13.case(c.results, c.problem, "msr")
            return paper.marked(seconds(c.results, case, c.models))
        end },
        meals13.today("msr"),
    }
end

-- A table over the instances; file: the published one, whose rows decide the order; list: columns
-- as above.
function meals13.table(title, file, list, id)
    local given, models = paper.rows(file), paper.rows("meals13-t1-models.csv")
    return {
        id = id or "times", title = title,
        build = function(results)
            local rows, cases, heads = {}, {}, { "model text | instance count" }
            for k, column in ipairs(list) do heads[k + 1] = column.heads end
            for _, problem in ipairs(results.problems { part = "{paper,small}" }) do
                local row = { problem.model, problem.instance }
                local context = { results = results, problem = problem, models = models,
                                  cases = cases, -- whose iterations stand in the table
                                  row = published(given, problem) or {} }
                for _, column in ipairs(list) do paper.append(row, column.build(context)) end
                rows[#rows + 1] = row
            end
            return { columns = paper.heads(heads), rows = rows,
                     notes = notes_of(results, cases) }
        end,
    }
end

-- Table 3's second table: what decides claim M10.
meals13.lengths = {
    id = "lengths", title = "Two threads a row against one, by the length of rows",
    build = function(results)
        local rows = {}
        for _, problem in ipairs(results.problems { part = "random" }) do
            local full, half =
                meals13.case(results, problem, "wl"), meals13.case(results, problem, "hwl")
            local ratio, low, high = results.ratio(half, full, "per_iteration")
            rows[#rows + 1] = { problem.row, problem.n, problem.nnz,
                                (paper.cell(full, "per_iteration")),
                                (paper.cell(half, "per_iteration")), ratio or false,
                                low or false, high or false }
        end
        return {
            columns = paper.heads {
                "row count | n count | non-zeros count", "an iteration: full warp s | half warp s",
                "half / full ratio | low ratio | high ratio",
            },
            rows = rows,
            notes = { "random banded chains; low, high: 95 % interval of half / full" },
        }
    end,
}

return meals13
