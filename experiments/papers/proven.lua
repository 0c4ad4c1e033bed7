-- The time to a proven answer: tables and figures of experiments whose methods try several
-- epsilons. The fastest case counts whose error is proven to be small enough.
--
-- proven.shown takes a table with
--   most         the largest proven error that counts
--   places       in the order of the tables
--   methods      { name =, single = } in the order of the tables; name: a pattern. single: it makes
--                sweeps, and speedups are over the fastest of these
--   singles      what these are called
--   titles       the title of a method by its name, where it is not the name
--   published    published(problem, place): a number, a text such as "oom", or nil; or nil
--   publisher    whose numbers these are
--   notes        of the table of times
-- and returns { tables =, figures = } for wm.experiment.
local paper = require "papers.paper"

local proven = {}

local devices = { cuda = "GPU", seq = "one core", omp = "all cores" }

-- Returns the option of a method that tries each of these epsilons.
function proven.epsilons(list)
    local texts = {}
    for k, value in ipairs(list) do texts[k] = string.format("%g", value) end
    return "epsilon={" .. table.concat(texts, ",") .. "}"
end

-- Returns the problems and the variants of wm.experiment. parts: { name =, source =, label =,
-- sizes =, variants = }, where source and label have %d for a size.
function proven.plan(parts)
    local problems, variants, seen = {}, {}, {}
    for _, part in ipairs(parts) do
        for _, variant in ipairs(part.variants) do
            if not seen[variant] then variants[#variants + 1] = variant end
            seen[variant] = true
        end
        for _, size in ipairs(part.sizes) do
            problems[#problems + 1] = { source = part.source:format(size),
                                        label = part.label:format(size), size = size,
                                        variants = part.variants, chain = part.name }
        end
    end
    return problems, variants
end

-- Returns whether the answer of a case is not doubtful, by its proof or else by the estimate of its
-- error.
local function is_sure(case)
    return case.error_bound or case.doubtful ~= "yes"
end

-- Returns the fastest case with a time; nil if there is none. test: condition for cases that count.
function proven.fastest(cases, test)
    local best
    for _, case in ipairs(cases) do
        if case.solve and (not test or test(case)) and (not best or case.solve < best.solve) then
            best = case
        end
    end
    return best
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

local function header(first)
    local columns = { { title = "problem" }, { title = "device" } }
    table.move(first, 1, #first, 3, columns)
    return columns
end

-- Returns whether the proven error of a case is small enough.
local function suffices(plan, case)
    return case.solve and case.error_bound and case.error_bound <= plan.most
end

-- Returns why no case suffices: the reason of the last one, which has the smallest epsilon.
local function obstacle(plan, results, cases)
    local last = cases[#cases]
    if not last then return false end
    local said = (last.note or ""):match "the proven error is ([%d.e+-]+)"
    local bound = last.error_bound or tonumber(said)
    if (bound or 0) > plan.most then return "proven to " .. results.show(bound, "bound") end
    return paper.why(last) or "no proof"
end

-- Returns the cases of a method, a name pattern, at a place.
local function of(all, place, method)
    local cases, pattern = {}, "^" .. method:gsub("%*", ".*") .. "$"
    for _, case in ipairs(all) do
        if case.place == place and case.method:match(pattern) then cases[#cases + 1] = case end
    end
    return cases
end

-- Calls visit(problem, place, found) for each pair that has cases. found: by method its cases, and
-- the fastest one that suffices.
local function each(plan, results, visit)
    for _, problem in ipairs(results.problems {}) do
        local all = results.cases { problem = problem.label }
        for _, place in ipairs(plan.places) do
            local found, any = {}, false
            for _, method in ipairs(plan.methods) do
                local cases = of(all, place, method.name)
                any = any or #cases > 0
                local function counts(case) return suffices(plan, case) end
                found[method.name] = { cases = cases, best = proven.fastest(cases, counts) }
            end
            if any then visit(problem, place, found) end
        end
    end
end

local function best_single(plan, found)
    local cases = {}
    for _, method in ipairs(plan.methods) do
        if method.single then cases[#cases + 1] = found[method.name].best end
    end
    return proven.fastest(cases)
end

local function title(plan, method)
    return plan.titles[method] or (method:gsub("%*", ""))
end

-- A line for each problem and device, a column for each method.
local function times(plan, results)
    local columns, rows = {}, {}
    for _, method in ipairs(plan.methods) do
        columns[#columns + 1] = { title = title(plan, method.name), unit = "s" }
    end
    if plan.published then columns[#columns + 1] = { title = plan.publisher, unit = "s" } end
    each(plan, results, function(problem, place, found)
        local row = { problem.label, devices[place] }
        for _, method in ipairs(plan.methods) do
            local cell = found[method.name]
            local why = not cell.best and obstacle(plan, results, cell.cases)
            paper.append(row, cell.best and cell.best.solve or why and { mark = why })
        end
        if plan.published then paper.append(row, plan.published(problem, place)) end
        rows[#rows + 1] = row
    end)
    local notes = { string.format("the fastest solve, with what the method sets up, whose error is "
                                  .. "proven to be at most %g", plan.most) }
    for _, note in ipairs(plan.notes or {}) do notes[#notes + 1] = note end
    return { columns = header(columns), rows = rows, notes = notes }
end

-- A line for each problem, device and method.
local function proofs(plan, results)
    local rows = {}
    each(plan, results, function(problem, place, found)
        local single = best_single(plan, found)
        for _, method in ipairs(plan.methods) do
            local cell = found[method.name]
            local best = cell.best
            if #cell.cases > 0 then
                local row = { problem.label, devices[place], title(plan, method.name) }
                if best then
                    paper.append(row, layout_of(best), best.epsilon, best.iterations, best.solve,
                                 together(best), best.error_bound,
                                 single and single.solve / best.solve, false)
                else
                    paper.append(row, false, false, false, false, false, false, false,
                                 { mark = obstacle(plan, results, cell.cases) })
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
                  "speedup: solve, over the fastest of " .. plan.singles
                      .. " on the same device",
                  "proven error: of long runs, of all entries together; of interval_jor, of the "
                      .. "value; else of the largest entry" },
    }
end

-- From the matrix to the proven answer: for each problem, device and method the fastest case that
-- suffices, else the fastest whose answer is sure.
local function phases(plan, results)
    local rows = {}
    each(plan, results, function(problem, _, found)
        for _, method in ipairs(plan.methods) do
            local case = found[method.name].best
                or proven.fastest(found[method.name].cases, is_sure)
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

local most_curves = 8 -- in one panel

-- A figure of one device: for each chain a dot for each method, and for the papers. Rows stand in
-- the order in which curves name them, so the methods that solve most chains come first. auto comes
-- last, if there is room in one panel: what it chose is one of them most often.
local function chart(plan, place)
    return function(results)
        local curves, points, drawn = {}, {}, {}
        local function curve(name)
            points[name] = {}
            curves[#curves + 1] = { title = title(plan, name), points = points[name] }
        end
        for k = #plan.methods - 1, 1, -1 do curve(plan.methods[k].name) end
        if plan.published then curve(plan.publisher) end
        curve(plan.methods[#plan.methods].name)
        each(plan, results, function(problem, where, found)
            if where ~= place then return end
            local theirs = plan.published and plan.published(problem, place)
            if type(theirs) == "number" then
                table.insert(points[plan.publisher], { problem.label, theirs })
            end
            for name, cell in pairs(found) do
                local best = cell.best
                if best and points[name] then
                    table.insert(points[name], { problem.label, best.solve })
                end
            end
        end)
        for k, one in ipairs(curves) do
            local has_room = k < #curves or #drawn < most_curves
            if #one.points > 0 and has_room then drawn[#drawn + 1] = one end
        end
        return { x = { title = "problem" }, y = { title = "time to a proven answer", unit = "s" },
                 log = "y", kind = "bars", curves = drawn }
    end
end

function proven.shown(plan)
    local function built(table_of)
        return function(results) return table_of(plan, results) end
    end
    local figures = {}
    for k, place in ipairs(plan.places) do
        figures[k] = { id = place, build = chart(plan, place),
                       title = "Time to a proven answer: " .. devices[place] }
    end
    return {
        figures = figures,
        tables = {
            { id = "times", title = "Time to a proven answer", build = built(times) },
            { id = "proofs", title = "Time, iterations and proven error of each method",
              build = built(proofs) },
            { id = "phases", title = "Layout, upload, solve, download and proof",
              build = built(phases) },
        },
    }
end

return proven
