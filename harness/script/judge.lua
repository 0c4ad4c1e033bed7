-- Gives finished results to the functions of claims, tables and figures, and checks what they
-- return. docs/lua.md is the manual; docs/results.md has the JSON that is made of tables and
-- figures.
--
-- judge.c loads this chunk. Its argument, host, holds
--   fields, known            names: of what a case has, and of what every case has
--   ncases, nproblems
--   name, title              of the experiment
--   quick, settings, facts   facts: name -> text, about the machine
--   field(name)              stands for a field in
--   value(is_case, k, field) of the k-th case or problem: a number, a text or nil
--   matches(is_case, k, field, pattern)
--   interval(k, name), ratio(a, b, name), show(number, unit)
--   suggest(word, names)
-- check is check.lua's.

local host, check = ...
local complain, describe, text = check.complain, check.describe, check.text

local TIMES = { "solve", "per_iteration" }
local UNITS = { "s", "B", "B/s", "count", "number", "bound", "ratio", "text" }

local function unknown(at, what, word, names)
    complain("%s: unknown %s '%s'%s", at, what, tostring(word), host.suggest(tostring(word), names))
end

local function named(names, word, at, what)
    if type(word) ~= "string" or not check.contains(names, word) then
        unknown(at, what, word, names)
    end
    return word
end

-- What depends only on the problem; axes are added.
local FACTS = { "label", "problem", "source", "kind", "inside", "n", "states", "transitions", "nnz",
                "density", "row_min", "row_max", "diagonal_share", "t_generate", "t_reduce",
                "t_prove_inside" }
for _, name in ipairs(host.fields) do
    if not check.contains(host.known, name) then FACTS[#FACTS + 1] = name end
end

local function read_only(map, what)
    return setmetatable({}, {
        __metatable = false,
        __index = map,
        __newindex = function(_, key) complain("%s cannot be changed (%s)", what,
                                               tostring(key)) end,
        __pairs = function() return pairs(map) end,
    })
end

-- Objects that stand for the k-th case or problem, made once each; their numbers; and a function
-- that lists those which match. A problem's label is its name. Without a filter that tells problems
-- apart it leaves out problems inside others.
local function objects(what, count, names)
    local field, number, list, is_case = {}, {}, {}, what == "case"
    local inside = host.field("inside")
    for _, name in ipairs(names) do
        field[name] = host.field(not is_case and name == "label" and "problem" or name)
    end
    local class = {
        __metatable = false,
        __index = function(object, name)
            if not field[name] then unknown("a " .. what, "field", name, names) end
            return host.value(is_case, number[object], field[name])
        end,
        __newindex = function(_, name) complain("a %s cannot be changed (%s)", what,
                                                tostring(name)) end,
        __name = what,
    }
    for k = 1, count do
        list[k] = setmetatable({}, class)
        number[list[k]] = k
    end
    local at = "results." .. what .. "s"
    return number, function(filter)
        filter = filter or {}
        if type(filter) ~= "table" then check.expected(at, "a table of FIELD = value", filter) end
        local clauses = {}
        for _, name in ipairs(check.sorted_keys(filter)) do
            local wanted = rawget(filter, name)
            if wanted ~= "*" then -- which leaves nothing out: the field need not exist
                named(names, name, at, "field")
                if type(wanted) ~= "string" and type(wanted) ~= "number" then
                    check.expected(at .. ", " .. name, "a number or a text", wanted)
                end
                clauses[#clauses + 1] = { field[name], wanted }
            end
        end
        local found, apart = {}, false
        for _, name in ipairs { "inside", "problem", "label", "source" } do
            apart = apart or rawget(filter, name) ~= nil
        end
        for k, object in ipairs(list) do
            local fits = apart or not host.value(is_case, k, inside)
            for _, clause in ipairs(clauses) do
                local one, wanted = clause[1], clause[2]
                fits = fits and (type(wanted) == "string" and host.matches(is_case, k, one, wanted)
                    or type(wanted) == "number" and host.value(is_case, k, one) == wanted)
            end
            if fits then found[#found + 1] = object end
        end
        return found
    end
end

local case_number, cases = objects("case", host.ncases, host.fields)
local _, problems = objects("problem", host.nproblems, FACTS)

local results = {
    name = host.name, title = host.title,
    quick = host.quick,
    settings =
        read_only(check.strict(host.settings, "results.settings has no"), "results.settings"),
    machine = read_only(host.facts, "results.machine"),
    cases = cases,
    problems = problems,
}

function results.case(filter)
    local found = results.cases(filter)
    if #found > 1 then
        complain("results.case: %d cases match, such as %s, %s and %s, %s; results.cases gives all",
                 #found, found[1].problem, found[1].variant, found[2].problem, found[2].variant)
    end
    return found[1]
end

-- The number of a case; nil for nil, which is a case that is not there.
local function number_of(case, at)
    if case == nil then return nil end
    if not case_number[case] then check.expected(at, "a case", case) end
    return case_number[case]
end

function results.interval(case, field)
    local number = number_of(case, "results.interval")
    named(TIMES, field or "solve", "results.interval", "time")
    if number then return host.interval(number, field or "solve") end
end

function results.ratio(a, b, field)
    local first, second = number_of(a, "results.ratio"), number_of(b, "results.ratio")
    named(TIMES, field or "solve", "results.ratio", "time")
    if first and second then return host.ratio(first, second, field or "solve") end
end

function results.faster(a, b, margin)
    if margin ~= nil and (not check.is_finite(margin) or margin < 0) then
        check.expected("results.faster: the margin", "a share such as 0.01", margin)
    end
    local ratio, low, high = results.ratio(a, b)
    margin = margin or 0.01
    if not ratio then return nil end
    if high < 1 - margin then return true end
    if low > 1 + margin then return false end
    return nil
end

function results.show(number, unit)
    if type(number) ~= "number" then check.expected("results.show", "a number", number) end
    return host.show(number, named(UNITS, unit or "number", "results.show", "unit"))
end

results = check.strict(results, "results have no")
local seen = read_only(results, "results")

-- Return values of the script's functions

local function find(list, id)
    for i, item in ipairs(list or {}) do
        if item.id == id then return item, i end
    end
    error("the script of these results no longer has '" .. id .. "'", 0)
end

local function line(value, at)
    if type(value) ~= "string" then check.expected(at, "one line of text", value) end
    return (text(value, at))
end

-- Papers round: so much beyond an end, where there are two, is as published. "At least 3" is 3.
local ROUNDED = 0.1

local function published_text(magnitude)
    local low = host.show(magnitude.low, magnitude.unit)
    local high = magnitude.high and host.show(magnitude.high, magnitude.unit)
    return not high and low .. " or more" or low == high and low or low .. " to " .. high
end

-- Compares the measured value of one magnitude, a number or a list of them, with the published one.
-- Returns nil if it is as published, else a text with both.
local function outside(magnitude, measured, at)
    local words, is_outside = {}, false
    if type(measured) ~= "table" then measured = { measured } end
    for i = 1, math.max(rawlen(measured), 1) do
        local number = check.positive(rawget(measured, i), at)
        local slack = magnitude.high and ROUNDED or 0
        is_outside = is_outside or number < magnitude.low * (1 - slack)
                     or magnitude.high and number > magnitude.high * (1 + slack)
        words[#words + 1] = host.show(number, magnitude.unit)
    end
    return is_outside and table.concat(words, ", ") .. " against " .. published_text(magnitude)
        or nil
end

-- Returns in words whether a claim's figures are as published.
local function judge_magnitude(claim, figure, at)
    if not claim.magnitude then
        if figure ~= nil then
            complain("%s: the claim declares no magnitude to hold it against", at)
        end
        return ""
    end
    if figure == nil then return "not tested here" end
    local figures, words = claim.magnitude.single and { figure } or figure, {}
    if type(figures) ~= "table" then
        check.expected(at, "a list of figures, one a magnitude", figures)
    end
    for i, magnitude in ipairs(claim.magnitude) do
        words[#words + 1] = outside(magnitude, rawget(figures, i), at)
    end
    return #words == 0 and "as published" or "outside: " .. table.concat(words, "; ")
end

-- Returns verdict, numbers and magnitude.
local function claim(description, id)
    local claim = find(description.claims, id)
    local at = "claim " .. id
    local verdict, numbers, figure = claim.test(seen)
    if verdict ~= nil and type(verdict) ~= "boolean" then
        check.expected(at .. ": its test's verdict", "true, false or nil", verdict)
    end
    local magnitude = judge_magnitude(claim, figure, at .. ": the figure of its test")
    return verdict and "holds" or verdict == false and "does not hold" or "not tested here",
           line(numbers, at .. ": the numbers behind its verdict"), magnitude
end

-- A value as JSON: null is for nothing, and an empty table is a list. JSON has no infinity.
local null = {}

local function json(value)
    if value == null or value ~= value then return "null" end
    if type(value) == "number" then
        if value == math.huge or value == -math.huge then return '"' .. value .. '"' end
        return check.number_text(value)
    elseif type(value) == "string" then
        if not utf8.len(value) then complain("a text is not UTF-8: %q", value) end
        return '"' .. value:gsub('["\\]', "\\%0"):gsub("\n", "\\n") .. '"'
    elseif type(value) == "boolean" then
        return tostring(value)
    end
    local parts = {}
    if value[1] ~= nil or next(value) == nil then
        for i, item in ipairs(value) do parts[i] = json(item) end
        return "[" .. table.concat(parts, ",") .. "]"
    end
    for i, key in ipairs(check.sorted_keys(value)) do
        parts[i] = json(key) .. ":" .. json(value[key])
    end
    return "{" .. table.concat(parts, ",") .. "}"
end

local column = check.record {
    title = { text, required = true },
    group = { text },
    unit = { check.one_of(UNITS), default = "text" },
}

local notes = check.list_of(line)

-- A list that may be empty.
local function some(checker)
    return function(value, at)
        if type(value) == "table" and next(value) == nil then return {} end
        return checker(value, at)
    end
end

local function cell_value(value, unit, at)
    if type(value) == "string" then return (value:gsub("%c", " ")) end
    if type(value) ~= "number" then
        check.expected(at, unit == "text" and "a text, a number or nil"
                       or "a number, a text or nil", value)
    end
    return value
end

local function cell(value, unit, at)
    if value == nil or value == false then return null end
    if type(value) ~= "table" then return cell_value(value, unit, at) end
    for key in next, value do
        if key ~= 1 and key ~= "mark" then
            complain("%s: a cell is a value, or { value, mark = text }, without '%s'", at,
                     tostring(key))
        end
    end
    local shown, mark = rawget(value, 1), rawget(value, "mark")
    return { value = shown and cell_value(shown, unit, at) or null,
             mark = mark and line(mark, at .. ".mark") or nil }
end

local function row(columns)
    return function(cells, at)
        if type(cells) ~= "table" then check.expected(at, "a list of cells", cells) end
        for key in next, cells do
            if not math.tointeger(key) or key < 1 or key > #columns then
                complain("%s: there are %d columns, and a cell at '%s'", at, #columns,
                         tostring(key))
            end
        end
        local out = {}
        for k, where in ipairs(columns) do
            out[k] = cell(rawget(cells, k), where.unit, at .. "[" .. k .. "]")
        end
        return out
    end
end

local function built_table(description, id)
    local declared = find(description.tables, id)
    local at = "table " .. id
    local given = declared.build(seen)
    local columns = type(given) == "table"
        and check.list_of(column)(rawget(given, "columns"), at .. ".columns") or {}
    local out = check.record {
        columns = { function() return columns end, required = true },
        rows = { some(check.list_of(row(columns))), required = true },
        notes = { some(notes), default = {} },
    }(given, at)
    out.notes = table.concat(out.notes, "\n")
    return json(out)
end

local function finite(value, at)
    if not check.is_finite(value) then check.expected(at, "a number", value) end
    return value
end

local function point(bars)
    return function(given, at)
        if type(given) ~= "table" then check.expected(at, "a point { x, y, low, high }", given) end
        for key in next, given do
            if not math.tointeger(key) or key < 1 or key > 4 then
                complain("%s: a point is { x, y, low, high }, without '%s'", at, tostring(key))
            end
        end
        local x, y, low, high =
            rawget(given, 1), rawget(given, 2), rawget(given, 3), rawget(given, 4)
        if not (bars and type(x) == "string") then finite(x, at .. ": x") end
        if type(x) == "string" then text(x, at .. ": x") end
        finite(y, at .. ": y")
        if (low == nil) ~= (high == nil) then complain("%s: low and high go together", at) end
        if low ~= nil then finite(low, at .. ": low"); finite(high, at .. ": high") end
        return { x, y, low, high }
    end
end

local axis = check.record {
    title = { text, required = true },
    unit = { check.one_of(UNITS), default = "number" },
}

local function panel(bars)
    local curve = check.record {
        title = { text, required = true },
        points = { some(check.list_of(point(bars))), required = true },
    }
    return check.record {
        title = { text, required = true },
        curves = { some(check.list_of(curve)), required = true },
    }
end

local function built_figure(description, id)
    local declared = find(description.figures, id)
    local at = "figure " .. id
    local given = declared.build(seen)
    if type(given) ~= "table" then check.expected(at, "a table", given) end
    local whole = {}
    for key, value in next, given do whole[key] = value end
    local faceted = whole.panels ~= nil
    if not faceted and whole.curves ~= nil then
        whole.panels = { { title = declared.title, curves = whole.curves } }
        whole.curves = nil
    end
    local bars = whole.kind == "bars"
    local out = check.record {
        x = { axis, required = true },
        y = { axis, required = true },
        log = { check.one_of { "", "x", "y", "xy" }, default = "" },
        kind = { check.one_of { "lines", "bars" }, default = "lines" },
        panels = { check.list_of(panel(bars)), required = true },
    }(whole, at)
    out.faceted = faceted
    return json(out)
end

return { claim = claim, table = built_table, figure = built_figure }
