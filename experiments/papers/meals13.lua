-- What the tables of MEALS D1.6 (2013) share: ten instances of six models, each solved on a GPU in six layouts and two orders
-- of the states.
--
-- The paper's loop asks the host after every sweep, and every thread that has not converged says so by a store of its own:
-- vote=store. Its half warps add through shared memory. It calls its method Jacobi; kanban takes its 663 iterations with JOR.
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
    herman = { "cusparse", "sdia" }, cluster = { "sdia" }, tandem = { "pattern", "sdia" }, kanban = { "sdia" },
    fms = { "sdia" }, polling = { "sdia" },
}

-- Those of today's layouts by the paper's loop would be neither's: they run as a CUDA graph.
local TODAY = "METHOD[loop=graph]/%s/f64/cuda"

local function spelt(patterns, method)
    local out = {}
    for i, pattern in ipairs(patterns) do out[i] = pattern:gsub("METHOD", method) end
    return out
end

local function problem_of(model, instance, patterns, part)
    local own = { table.unpack(patterns) }
    for _, layout in ipairs(today[model]) do own[#own + 1] = TODAY:format(layout) end
    return {
        source = models[model].source:format(instance), label = model .. " " .. instance, model = model,
        instance = instance, part = part, variants = spelt(own, models[model].method or "jacobi"),
    }
end

-- patterns: variants, METHOD standing for jacobi or jor. The problems are the paper's rows in its order (part = "paper"); with
-- --quick one small instance a model (part = "small").
function meals13.problems(patterns)
    local list, done = {}, {}
    for _, row in ipairs(paper.rows("meals13-t1-models.csv")) do
        if not wm.quick then
            list[#list + 1] = problem_of(row.model, row.instance, patterns, "paper")
        elseif not done[row.model] then
            list[#list + 1] = problem_of(row.model, models[row.model].small, patterns, "small")
            done[row.model] = true
        end
    end
    return list
end

function meals13.variants(patterns)
    local list = spelt(patterns, "{jacobi,jor}")
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
    return results.case { problem = problem.label, layout = layout, order = order or "native", place = "cuda",
                          variant = "*vote=store*" }
end

-- On one core.
function meals13.core(results, problem, layout)
    return results.case { problem = problem.label, layout = layout, order = "native", place = "seq" }
end

local function best_of(cases, field)
    local best
    for _, case in pairs(cases) do
        if case[field] and (not best or case[field] < best[field]) then best = case end
    end
    return best
end

-- The fastest of today's layouts, or the first of them where none has a time.
local function best_today(results, problem)
    local cases = results.cases { problem = problem.label, place = "cuda", variant = "*loop=graph*" }
    return best_of(cases, "per_iteration") or cases[1]
end

-- Bytes as the paper counts them: of the matrix and of the vectors. A layout takes the same wherever it is.
local function memory(results, problem, layout, order)
    for _, place in ipairs { "cuda", "seq" } do
        for _, case in ipairs(results.cases { problem = problem.label, layout = layout, order = order, place = place }) do
            if case.bytes then return case.bytes + case.n * (case.kind == "fixpoint" and 24 or 16) end
        end
    end
end

-- Iterations of a solve of the problem: of the first case that knows, which all others repeat; else the paper's.
local function iterations(results, case, rows)
    for _, other in ipairs(results.cases { problem = case.problem }) do
        if other.iterations then return other.iterations end
    end
    local row = published(rows, case)
    return row and row.iterations
end

-- Cells

local MIB = 1024 * 1024

local function marked(value, mark)
    if not value then return mark and { mark = mark } or false end
    return mark and { value, mark = mark } or value
end

-- Paper | ours | ratio.
local function triple(given, value, mark)
    return given or false, marked(value, mark), given and value and marked(value / given, mark) or false
end

-- Seconds of a whole solve, and its mark.
local function seconds(results, case, rows)
    if not case then return nil end
    if case.status ~= "ok" then return nil, case.status end
    if case.solve then return case.solve, case.extrapolated == "yes" and "*" or nil end
    local count = iterations(results, case, rows)
    return count and case.per_iteration and count * case.per_iteration, "*"
end

local function factor(a, b)
    return a and b and a.per_iteration and b.per_iteration and a.per_iteration / b.per_iteration
end

local function columns_of(list)
    local columns = { { title = "model", unit = "text" }, { title = "instance", unit = "count" } }
    for _, column in ipairs(list) do
        for _, one in ipairs({ column.columns() }) do columns[#columns + 1] = one end
    end
    return columns
end

local function pair(group, unit)
    return { title = "paper", group = group, unit = unit }, { title = "ours", group = group, unit = unit }
end

-- The columns that tables 2 to 5 are made of. Each has columns(), and build(context), which gives the cells of one row;
-- context: results, problem, models (rows of table 1), row (the paper's, or an empty table for a small instance).

function meals13.memory(group, key, layout, order)
    return {
        columns = function() return paper.columns(group, "B") end,
        build = function(c)
            return triple(c.row[key] and c.row[key] * MIB, memory(c.results, c.problem, layout, order))
        end,
    }
end

function meals13.time(group, key, layout, order)
    return {
        columns = function() return paper.columns(group, "s") end,
        build = function(c)
            return triple(c.row[key], seconds(c.results, meals13.case(c.results, c.problem, layout, order), c.models))
        end,
    }
end

-- Time of the first over that of the fastest of the others; each { layout, order }.
function meals13.factor(group, key, first, others)
    return {
        columns = function() return pair(group, "ratio") end,
        build = function(c)
            local cases = {}
            for i, other in ipairs(others) do cases[i] = meals13.case(c.results, c.problem, other[1], other[2]) end
            local a = meals13.case(c.results, c.problem, first[1], first[2])
            return c.row[key] or false, factor(a, best_of(cases, "per_iteration")) or false
        end,
    }
end

-- Today's best layout: its name, its time, and how much faster it is than the paper's first one.
function meals13.today(layout)
    return {
        columns = function()
            return { title = "layout", group = "today", unit = "text" }, { title = "time", group = "today", unit = "s" },
                   { title = layout .. " / it", group = "today", unit = "ratio" }
        end,
        build = function(c)
            local case = best_today(c.results, c.problem)
            if not case then return false, false, false end
            return case.layout, marked(seconds(c.results, case, c.models)),
                   factor(meals13.case(c.results, c.problem, layout), case) or false
        end,
    }
end

-- Columns of tables 3 and 5; names: the layouts.
function meals13.warp_columns(names)
    local base, full, half = names.base, names.full, names.half
    local function both(order) return { { full, order }, { half, order } } end
    return {
        meals13.memory("full warp, memory", "wl_mb", full, "native"), meals13.time("full warp, time", "wl_s", full, "native"),
        meals13.memory("half warp, memory", "hwl_mb", half, "native"), meals13.time("half warp, time", "hwl_s", half, "native"),
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
            columns = function() return { title = layout, group = group, unit = "s" } end,
            build = function(c) return (paper.cell(find(c, layout), "per_iteration")) end,
        }
    end
    local function quotient(group, find)
        return {
            columns = function() return { title = "msr / cmsr", group = group, unit = "ratio" } end,
            build = function(c) return factor(find(c, "msr"), find(c, "cmsr")) or false end,
        }
    end
    local function on_gpu(c, layout) return meals13.case(c.results, c.problem, layout) end
    local function on_core(c, layout) return meals13.core(c.results, c.problem, layout) end
    return {
        column("GPU", "msr", on_gpu), column("GPU", "cmsr", on_gpu), quotient("GPU", on_gpu),
        column("one core", "msr", on_core), column("one core", "cmsr", on_core), quotient("one core", on_core),
    }
end

-- How tables 2, 3 and 5 are measured.
meals13.measure = {
    iterations = 200, max_samples = wm.quick and 2 or 12, max_time = wm.quick and "50ms" or "2s",
    timeout = wm.quick and "20s" or "5m",
}

local function notes_of(results)
    local notes = paper.machine(results)
    for _, line in ipairs(paper.marks) do notes[#notes + 1] = line end
    for _, line in ipairs {
        "memory: matrix and vectors, as the paper counts (its MB are MiB); time: a whole solve on the GPU, upload apart",
        "kanban: JOR with omega 0.9, which takes the paper's 663 iterations; the paper says Jacobi, which does not converge there",
    } do notes[#notes + 1] = line end
    if #results.problems { part = "small" } > 0 then
        notes[#notes + 1] = "small instances, which the paper does not have: nothing to compare with"
    end
    return notes
end

-- Iterations of a solve, and what a transition matrix is, as the paper's table 1 has it.
function meals13.model_columns()
    local function iterations_of(results, problem)
        local case = meals13.case(results, problem, "msr")
        if case and case.iterations then return case.iterations end
        for _, other in ipairs(results.cases { problem = problem.label, layout = "msr", order = "native" }) do
            if other.iterations then return other.iterations end
        end
    end
    return {
        { columns = function() return { title = "property", unit = "count" } end,
          build = function(c) return c.row.property or false end },
        { columns = function() return paper.exact_columns("n") end,
          build = function(c) return paper.exact(c.row.n, c.problem.n) end },
        { columns = function() return { title = "transitions", unit = "count" } end,
          build = function(c) return c.problem.transitions end },
        { columns = function() return paper.exact_columns("iterations") end,
          build = function(c) return paper.exact(c.row.iterations, iterations_of(c.results, c.problem)) end },
        { columns = function() return { title = "MSR", group = "time", unit = "s" } end,
          build = function(c) return marked(seconds(c.results, meals13.case(c.results, c.problem, "msr"), c.models)) end },
        meals13.today("msr"),
    }
end

-- A table over the instances; file: the published one, whose rows decide the order; list: columns as above.
function meals13.table(title, file, list, id)
    local given, models = paper.rows(file), paper.rows("meals13-t1-models.csv")
    return {
        id = id or "times", title = title,
        build = function(results)
            local rows = {}
            for _, problem in ipairs(results.problems { part = "{paper,small}" }) do
                local row, count = { problem.model, problem.instance }, 2
                local context = { results = results, problem = problem, models = models,
                                  row = published(given, problem) or {} }
                for _, column in ipairs(list) do count = paper.append(row, count, column.build(context)) end
                rows[#rows + 1] = row
            end
            return { columns = columns_of(list), rows = rows, notes = notes_of(results) }
        end,
    }
end

-- Table 3's second table: what decides claim M10.
meals13.lengths = {
    id = "lengths", title = "Two threads a row against one, by the length of rows",
    build = function(results)
        local rows = {}
        for _, problem in ipairs(results.problems { part = "random" }) do
            local full, half = meals13.case(results, problem, "wl"), meals13.case(results, problem, "hwl")
            local ratio, low, high = results.ratio(half, full, "per_iteration")
            rows[#rows + 1] = { problem.row, problem.n, problem.nnz, (paper.cell(full, "per_iteration")),
                                (paper.cell(half, "per_iteration")), ratio or false, low or false, high or false }
        end
        return {
            columns = {
                { title = "row", unit = "count" }, { title = "n", unit = "count" }, { title = "non-zeros", unit = "count" },
                { title = "full warp", group = "an iteration", unit = "s" },
                { title = "half warp", group = "an iteration", unit = "s" },
                { title = "half / full", unit = "ratio" }, { title = "low", unit = "ratio" }, { title = "high", unit = "ratio" },
            },
            rows = rows, notes = { "random banded chains; low, high: 95 % interval of half / full" },
        }
    end,
}

-- Claims

local function median(value)
    return value and string.format("%.2f", value) or "-"
end

-- Whether a's time over b's is above bound: true or false where all of its interval is, nil where it is not, or is not
-- known. Also the ratio.
local function above(results, a, b, bound)
    local ratio, low, high = results.ratio(a, b, "per_iteration")
    if not ratio then return nil end
    if low > bound then return true, ratio end
    if high < bound then return false, ratio end
    return nil, ratio
end

-- What was asked of each instance: { name, verdict, ratio }.
local function asked(results, question)
    local list = {}
    for _, problem in ipairs(results.problems { part = "paper" }) do
        local verdict, ratio = question(problem)
        list[#list + 1] = { problem.label, verdict, ratio, model = problem.model }
    end
    return list
end

local function count(list)
    local yes, no = 0, 0
    for _, item in ipairs(list) do
        if item[2] == true then yes = yes + 1 elseif item[2] == false then no = no + 1 end
    end
    return yes, no, #list - yes - no
end

local function numbers(what, list)
    local words, yes, no, open = {}, count(list)
    for i, item in ipairs(list) do words[i] = item[1] .. " " .. median(item[3]) end
    return string.format("%s: %s (%d yes, %d no, %d within noise or not measured)", what, table.concat(words, ", "), yes, no,
                         open)
end

local function kept(list, keep)
    local out = {}
    for _, item in ipairs(list) do
        if keep(item) then out[#out + 1] = item end
    end
    return out
end

-- More than half of all, whatever those are that are open.
local function most(list)
    local yes, _, open = count(list)
    if 2 * yes > #list then return true end
    if 2 * (yes + open) <= #list then return false end
    return nil
end

local function all(list)
    local _, no, open = count(list)
    if no > 0 then return false end
    if open > 0 or #list == 0 then return nil end
    return true
end

local function both(a, b)
    if a == false or b == false then return false end
    if a == nil or b == nil then return nil end
    return true
end

-- Why there is nothing to judge, or nil: only small instances, or no times on a GPU.
local function nothing(results, list)
    if #results.problems { part = "paper" } == 0 then return "only small instances were run" end
    for _, item in ipairs(list) do
        if item[3] then return nil end
    end
    local cases = results.cases { place = "cuda" }
    return "no times: " .. (cases[1] and cases[1].status or "no case on a GPU")
end

local function is_model(name)
    return function(item) return item.model == name end
end

-- judge(list): a verdict; what: what the numbers are.
local function verdict(results, list, what, judge)
    local why = nothing(results, list)
    if why then return nil, why end
    return judge(list), numbers(what, list)
end

local function pairs_of(results, first, second, bound)
    return asked(results, function(problem)
        return above(results, meals13.case(results, problem, first[1], first[2]),
                     meals13.case(results, problem, second[1], second[2]), bound)
    end)
end

local function inverse(list)
    local out = {}
    for i, item in ipairs(list) do
        local opposite = nil
        if item[2] ~= nil then opposite = not item[2] end
        out[i] = { item[1], opposite, item[3], model = item.model }
    end
    return out
end

-- The faster of the layouts in an order, by its median.
local function faster_of(results, problem, layouts, order)
    local cases = {}
    for i, layout in ipairs(layouts) do cases[i] = meals13.case(results, problem, layout, order) end
    return best_of(cases, "per_iteration")
end

local claims = {}
meals13.claims = claims

claims.M2 = {
    id = "M2", text = "BFS reindexing gives a modest gain in most cases on MSR (up to 1.24), a loss on tandem",
    test = function(results)
        return verdict(results, pairs_of(results, { "msr" }, { "msr", "bfs" }, 1), "original / BFS", function(list)
            return both(most(list), all(inverse(kept(list, is_model "tandem"))))
        end)
    end,
}

claims.M3 = {
    id = "M3", text = "the full-warp layout is at least twice as fast as standard MSR in most cases, up to about 5",
    test = function(results)
        return verdict(results, pairs_of(results, { "msr" }, { "wl" }, 2), "MSR / full warp", most)
    end,
}

-- In the original order and by BFS; the only ones where half warps are said to win are herman, and tandem as it is.
claims.M4 = {
    id = "M4", text = "half-warp beats full-warp only on herman (and tandem 1023, 2047 in the original order)",
    test = function(results)
        local list = {}
        for _, order in ipairs { "native", "bfs" } do
            local half = inverse(pairs_of(results, { "hwl", order }, { "wl", order }, 1)) -- true: half warps are faster
            for _, item in ipairs(half) do
                local wins = item.model == "herman" or item.model == "tandem" and order == "native"
                local as_said = item[2]
                if as_said ~= nil and not wins then as_said = not as_said end
                list[#list + 1] = { item[1] .. (order == "bfs" and " by BFS" or ""), as_said, item[3], model = item.model }
            end
        end
        return verdict(results, list, "half warp / full warp, as said?", all)
    end,
}

-- Bytes are exact: no interval, and no GPU is needed.
claims.M5 = {
    id = "M5", text = "the extra memory of the segments is insignificant except on herman (about four times)",
    test = function(results)
        local list = asked(results, function(problem)
            local segments, rows = memory(results, problem, "wl", "native"), memory(results, problem, "msr", "native")
            if not segments or not rows then return nil end
            local ratio = segments / rows
            if problem.model == "herman" then return ratio > 3 and ratio < 5, ratio end
            return ratio < 1.3, ratio
        end)
        return verdict(results, list, "memory of full warps / MSR; insignificant: below 1.3, about four: 3 to 5", all)
    end,
}

-- The faster of both warp layouts by BFS against the faster of them as they are; noise within 2 % is no gain.
claims.M6 = {
    id = "M6", text = "BFS combines badly with the warp layouts, except cluster",
    test = function(results)
        local list = asked(results, function(problem)
            local native = faster_of(results, problem, { "wl", "hwl" }, "native")
            local bfs = faster_of(results, problem, { "wl", "hwl" }, "bfs")
            local gain, ratio = above(results, native, bfs, 1.02)
            if problem.model == "cluster" or gain == nil then return gain, ratio end
            return not gain, ratio
        end)
        return verdict(results, list, "original / BFS, each in its faster warp layout; a gain (above 1.02) on cluster only?", all)
    end,
}

claims.M7 = {
    id = "M7", text = "with CMSR, BFS reindexing mostly hurts",
    test = function(results)
        local list = pairs_of(results, { "cmsr", "bfs" }, { "cmsr" }, 1)
        return verdict(results, list, "BFS / original; it hurts more often than not?", function()
            local yes, no, open = count(list)
            if yes > no + open then return true end
            if no >= yes + open then return false end
            return nil
        end)
    end,
}

-- "Mostly two times": above 1.5 in most of the others; "nothing" on cluster and tandem: below 1.3.
claims.M8 = {
    id = "M8", text = "with CMSR the warp layouts gain less, mostly two times, and nothing on cluster and tandem",
    test = function(results)
        local gains, less = {}, {}
        for _, problem in ipairs(results.problems { part = "paper" }) do
            local cmsr, msr = meals13.case(results, problem, "cmsr"), meals13.case(results, problem, "msr")
            local compact = faster_of(results, problem, { "cwl", "chwl" }, "native")
            local flat = faster_of(results, problem, { "wl", "hwl" }, "native")
            local one, other = factor(cmsr, compact), factor(msr, flat)
            local is_less = nil
            if one and other then is_less = one < other end
            less[#less + 1] = { problem.label, is_less, other, model = problem.model }
            local none = problem.model == "cluster" or problem.model == "tandem"
            local gain, ratio = above(results, cmsr, compact, none and 1.3 or 1.5)
            if none and gain ~= nil then gain = not gain end
            gains[#gains + 1] = { problem.label, gain, ratio, model = problem.model }
        end
        local function is_none(item) return item.model == "cluster" or item.model == "tandem" end
        local result, text = verdict(results, gains, "CMSR / faster warp layout; above 1.5, on cluster and tandem below 1.3?",
                                     function(list)
            local some = most(kept(list, function(item) return not is_none(item) end))
            return both(most(less), both(some, all(kept(list, is_none))))
        end)
        if nothing(results, gains) then return result, text end
        return result, text .. "; " .. numbers("the same with MSR, more than that?", less)
    end,
}

claims.M9 = {
    id = "M9", text = "CMSR is faster than MSR on the GPU as on the CPU",
    test = function(results)
        local list = pairs_of(results, { "msr" }, { "cmsr" }, 1)
        local on_cpu = asked(results, function(problem)
            return above(results, meals13.core(results, problem, "msr"), meals13.core(results, problem, "cmsr"), 1)
        end)
        local why = nothing(results, list)
        if why then return nil, why .. (#on_cpu > 0 and "; " .. numbers("MSR / CMSR on one core", on_cpu) or "") end
        return both(most(list), most(on_cpu)),
               numbers("MSR / CMSR on the GPU", list) .. "; " .. numbers("on one core", on_cpu)
    end,
}

-- Random chains alike but for the length of their rows; the paper's chains but herman have 3 to 10 in a row.
claims.M10 = {
    id = "M10", text = "two threads a row do not pay for sparse rows",
    test = function(results)
        local words, sparse, from, any = {}, {}, nil, false
        for _, problem in ipairs(results.problems { part = "random" }) do
            local half, full = meals13.case(results, problem, "hwl"), meals13.case(results, problem, "wl")
            local slower, ratio = above(results, half, full, 1)
            any = any or ratio ~= nil
            if problem.row <= 8 then sparse[#sparse + 1] = { problem.label, slower, ratio } end
            if slower == false and not from then from = problem.row end
            words[#words + 1] = string.format("%g: %s", problem.row, median(ratio))
        end
        if wm.quick or not any then
            local case = results.cases { place = "cuda" }[1]
            return nil, wm.quick and "only small instances were run" or "no times: " .. (case and case.status or "no GPU")
        end
        return all(sparse), string.format("half warp / full warp by mean row length: %s; half warps pay from %s on (rule: "
            .. "slower for all of up to 8)", table.concat(words, ", "), from and string.format("%g", from) or "no length measured")
    end,
}

return meals13
