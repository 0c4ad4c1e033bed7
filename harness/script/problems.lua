-- Makes the problems of an experiment: ranges of values, grids, and the list of problems. Loaded
-- by prelude.lua.

local host, check = ...
local complain, expected, sorted_keys = check.complain, check.expected, check.sorted_keys
local text, list_of, whole = check.text, check.list_of, check.whole
local contains, is_finite = check.contains, check.is_finite

local LONGEST_LIST = 1000000
local LARGEST_SEED = 1 << 52 -- axis values are doubles

local function span(name, low, high, count)
    if not is_finite(low) then expected(name .. ": lowest value", "a number", low) end
    if not is_finite(high) then expected(name .. ": highest value", "a number", high) end
    if low >= high then complain("%s: the lowest value comes first, below the highest", name) end
    return whole(2, LONGEST_LIST)(count, name .. ": count")
end

-- count values from low to high, both exact; between(share) gives the others, rounded to some
-- significant digits.
local function spread(low, high, count, digits, between)
    local list = { low }
    for i = 1, count - 2 do
        list[i + 1] = tonumber(string.format("%." .. digits .. "g", between(i / (count - 1))))
    end
    list[count] = high
    return list
end

local function linspace(low, high, count)
    count = span("wm.linspace", low, high, count)
    return spread(low, high, count, 12, function(part) return low + (high - low) * part end)
end

local function logspace(low, high, count)
    count = span("wm.logspace", low, high, count)
    if low <= 0 then expected("wm.logspace: lowest value", "a number above zero", low) end
    return spread(low, high, count, 6, function(part) return low * (high / low) ^ part end)
end

local function pow2(from, to)
    from = whole(0, 62)(from, "wm.pow2: first exponent")
    to = whole(from, 62)(to, "wm.pow2: last exponent")
    local list = {}
    for exponent = from, to do list[#list + 1] = 1 << exponent end
    return list
end

local function seeds(count, first)
    count = whole(1, LONGEST_LIST)(count, "wm.seeds: count")
    first = first == nil and 1 or whole(0, LARGEST_SEED)(first, "wm.seeds: first")
    local list = {}
    for i = 1, count do list[i] = first + i - 1 end
    return list
end

-- problem table of a grid -> names of its axes in the grid's order; other problem tables have
-- theirs by name.
local axis_order = setmetatable({}, { __mode = "k" })

local function check_axis_name(name, at)
    local reserved = contains({ "source", "label", "variants", "counted", "crossover", "inside" },
                              name)
    if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") or reserved then
        complain("%s: '%s' cannot be the name of an axis", at, tostring(name))
    end
end

local function parameter_value(value, at)
    if is_finite(value) then return value end
    if type(value) ~= "string" then expected(at, "a number or a text", value) end
    if text(value, at):find("[,=%s]") then
        complain("%s: '%s' cannot stand in a source; several values are a list, { 1, 2 }", at,
                 value)
    end
    return value
end

-- Names of the grid's parameters: those in order, then the others by name.
local function parameter_names(grid)
    local names, rest = {}, {}
    for _, key in ipairs(sorted_keys(grid)) do
        if key ~= 1 and key ~= "order" then
            check_axis_name(key, "wm.grid")
            rest[#rest + 1] = key
        end
    end
    for i, name in ipairs(grid.order == nil and {}
                          or list_of(text)(grid.order, "wm.grid: order")) do
        if not contains(rest, name) then
            complain("wm.grid: order[%d]: the grid has no '%s'%s", i, name,
                     host.suggest(name, rest))
        end
        if contains(names, name) then
            complain("wm.grid: order[%d]: '%s' is there twice", i, name)
        end
        names[i] = name
    end
    for _, name in ipairs(rest) do
        if not contains(names, name) then names[#names + 1] = name end
    end
    return names
end

local function grid_problem(generator, names, axes, values)
    local words, problem = {}, {}
    for i, name in ipairs(names) do
        words[i] = name .. "="
            .. (type(values[i]) == "number" and check.number_text(values[i]) or values[i])
        if contains(axes, name) then problem[name] = values[i] end
    end
    problem.source = generator .. (#words > 0 and ":" or "") .. table.concat(words, ",")
    axis_order[problem] = axes
    return problem
end

local function grid(given)
    if type(given) ~= "table" then expected("wm.grid", "a table", given) end
    local generator = text(given[1], "wm.grid: [1], the generator")
    local names, axes, choices, count = parameter_names(given), {}, {}, 1
    for i, name in ipairs(names) do
        local value = given[name]
        local listed = type(value) == "table"
        if listed then axes[#axes + 1] = name end
        choices[i] = list_of(parameter_value)(listed and value or { value }, "wm.grid: " .. name)
        count = count * #choices[i]
        if count > LONGEST_LIST then complain("wm.grid: more than %d problems", LONGEST_LIST) end
    end
    local problems = {}
    for index = 0, count - 1 do
        local values, rest = {}, index
        for i = #names, 1, -1 do -- the last name varies fastest
            values[i] = choices[i][rest % #choices[i] + 1]
            rest = rest // #choices[i]
        end
        problems[index + 1] = grid_problem(generator, names, axes, values)
    end
    return problems
end

local search_of = setmetatable({}, { __mode = "k" }) -- what wm.crossover returned -> the search
local first_point = setmetatable({}, { __mode = "k" }) -- true for the problem tables in it

-- { n = { 100, 200 } }: the name of the second axis, and its values.
local function over(value, at)
    if type(value) ~= "table" then expected(at, "a table such as { n = { 100, 200 } }", value) end
    local names = sorted_keys(value)
    if #names ~= 1 then
        complain("%s: one name and its values are expected, such as { n = { 100, 200 } }, not %s",
                 at, #names == 0 and "an empty table" or #names .. " names")
    end
    local name = names[1]
    check_axis_name(name, at)
    if name == "seed" then complain("%s: seeds have a key of their own: seeds = { 1, 2 }", at) end
    return { name = name, values = list_of(function(number, place)
        if not is_finite(number) then expected(place, "a number", number) end
        return number
    end)(rawget(value, name), at .. "." .. name) }
end

local search = check.record {
    id = { check.file_name, required = true },
    a = { text, required = true },
    b = { text, required = true },
    axis = { text, required = true },
    source = { text, required = true },
    from = { check.positive, required = true },
    to = { check.positive, required = true },
    whole = { check.truth, default = false },
    start = { whole(2, 1000), default = 5 },
    points = { whole(2, 1000), default = 15 },
    within = { check.share, default = 0.05 },
    seeds = { function(value, at)
        if type(value) ~= "table" then return seeds(whole(1, LONGEST_LIST)(value, at)) end
        return list_of(whole(0, LARGEST_SEED))(value, at)
    end },
    over = { over },
}

local function check_template(source, axis, over_name, seeded)
    local names, places = { axis, over_name }, {}
    if seeded then names[#names + 1] = "seed" end
    for name in source:gmatch("{([^{}]*)}") do
        if not contains(names, name) then
            complain("wm.crossover: source: the axis is '%s', so that '{%s}' cannot be filled in%s",
                     axis, name, name == "seed" and "; say seeds = 6" or "")
        end
        places[name] = true
    end
    for _, name in ipairs(names) do
        if not places[name] then
            complain("wm.crossover: source: '{%s}' is missing, where the value belongs", name)
        end
    end
end

local function check_search(out)
    check_axis_name(out.axis, "wm.crossover: axis")
    if out.over and out.over.name == out.axis then
        complain("wm.crossover: over: '%s' is the axis of each search already", out.axis)
    end
    check_template(out.source, out.axis, out.over and out.over.name, out.seeds)
    if out.seeds and out.axis == "seed" then
        complain("wm.crossover: the axis is 'seed', and seeds are those of each search")
    end
    if out.from >= out.to then
        complain("wm.crossover: from (%s) comes first, below to (%s)", check.number_text(out.from),
                 check.number_text(out.to))
    end
    if out.start > out.points then
        complain("wm.crossover: start (%d) is more than points (%d)", out.start, out.points)
    end
    for _, key in ipairs(out.whole and { "from", "to" } or {}) do
        if not math.tointeger(out[key]) then
            expected("wm.crossover: " .. key, "a whole number", out[key])
        end
    end
    if out.a == out.b then complain("wm.crossover: a and b are both '%s'", out.a) end
end

-- The first points of a search, ascending, in the order in which they stand among the problems.
local function search_points(out)
    local points, last = {}, nil
    for _, x in ipairs(logspace(out.from, out.to, out.start)) do
        if out.whole then x = math.tointeger(x) or math.floor(x + 0.5) end
        if x ~= last then
            local value = check.number_text(x)
            local point = {
                source = out.source:gsub("{" .. out.axis .. "}", value), [out.axis] = x,
                crossover = out.id, label = string.format("%s %s=%s", out.id, out.axis, value),
            }
            axis_order[point] = { out.axis, "crossover", out.over }
            if out.over then point[out.over] = out.over_value end
            first_point[point] = true
            points[#points + 1] = point
        end
        last = x
    end
    search_of[points] = out
    return points
end

-- The search of a study for one value of its second axis and one seed; nil: the study has none.
local function one_search(study, over_value, seed)
    local one = {}
    for key, value in pairs(study) do one[key] = value end
    one.study, one.over, one.over_value, one.seeds, one.seed = study.id, nil, over_value, nil, seed
    if over_value then
        local name, value = study.over.name, check.number_text(over_value)
        one.over, one.id = name, one.id .. "." .. name .. value
        one.source = one.source:gsub("{" .. name .. "}", value)
    end
    if seed then
        one.source = one.source:gsub("{seed}", tostring(seed))
        if #study.seeds > 1 then one.id = one.id .. ".seed" .. seed end
    end
    return search_points(one)
end

-- With a second axis, or with seeds, a list of searches: one for each value and seed.
local function crossover(given)
    local out, searches = search(given, "wm.crossover"), {}
    check_search(out)
    if not out.over and not out.seeds then return one_search(out) end
    for _, value in ipairs(out.over and out.over.values or { false }) do
        for _, seed in ipairs(out.seeds or { false }) do
            searches[#searches + 1] = one_search(out, value or nil, seed or nil)
        end
    end
    return searches
end

-- A file is found from the script's folder, a generator by its name.
local function from_folder(source)
    local file = source:match("^[^:]*")
    if file:find("[/.]") and file:sub(1, 1) ~= "/" then return host.folder .. source end
    return source
end

local function axis_value(name, value, at)
    if is_finite(value) then return { name = name, number = value } end
    if type(value) ~= "string" then expected(at, "a number or a text", value) end
    return { name = name, text = text(value, at) }
end

-- Complains about an axis whose name is almost a key of a problem: it was meant to be that key.
local function check_spelling(name, value, at)
    local known = type(value) == "string" and { "source", "label" }
        or type(value) == "table" and { "variants", "counted" } or {}
    local hint = host.suggest(name, known)
    if hint:find("did you mean", 1, true) then
        complain("%s: unknown key '%s'%s", at, name, hint)
    end
end

-- The form that script.c reads: source, label, axes.
local function problem_from(item, at)
    local names, axes = axis_order[item], {}
    if not names then
        names = {}
        for _, key in ipairs(sorted_keys(item)) do
            if not contains({ "source", "label", "variants", "counted" }, key) then
                names[#names + 1] = key
            end
        end
    end
    for i, name in ipairs(names) do
        if not first_point[item] then check_axis_name(name, at) end
        check_spelling(name, item[name], at)
        axes[i] = axis_value(name, item[name], at .. "." .. name)
    end
    if item.source == nil then complain("%s: 'source' is missing", at) end
    local source = text(item.source, at .. ".source")
    return {
        source = from_folder(source),
        label = item.label == nil and source or text(item.label, at .. ".label"),
        variants = item.variants ~= nil and list_of(text)(item.variants, at .. ".variants") or nil,
        counted = item.counted ~= nil and list_of(text)(item.counted, at .. ".counted") or nil,
        axes = axes, first_point = first_point[item],
    }
end

-- Appends the problems that item stands for: a source, a table with one, or a list of these.
local function add_problems(problems, item, at)
    if type(item) == "string" then item = { source = item } end
    if type(item) ~= "table" then
        expected(at, "a source, a table with a source, or a grid", item)
    end
    local search = search_of[item]
    if search then
        for _, other in ipairs(problems.searches) do
            if other.id == search.id then
                complain("%s: there are two wm.crossover '%s'", at, search.id)
            end
        end
        search.source = from_folder(search.source)
        problems.searches[#problems.searches + 1] = search
    end
    if type(item[1]) == "string" and item.source == nil then
        for key in next, item do
            if type(key) == "string" then
                complain("%s: a problem with '%s' names its source: { source = '%s', %s = ... }",
                         at, key, item[1], key)
            end
        end
    end
    if item[1] ~= nil or next(item) == nil then
        list_of(function(inner, place) add_problems(problems, inner, place) end)(item, at)
    else
        problems[#problems + 1] = problem_from(item, at)
    end
end

local function union(a, b)
    if not a or not b then return a or b end
    local out = { table.unpack(a) }
    for _, item in ipairs(b) do
        if not contains(out, item) then out[#out + 1] = item end
    end
    return out
end

-- A problem inside others has the axes on which they agree, and is measured by the variants of all.
local function share(inner, outer)
    local axes = {}
    for _, axis in ipairs(inner.axes) do
        for _, other in ipairs(outer.axes) do
            if axis.name == other.name and axis.number == other.number
               and axis.text == other.text then
                axes[#axes + 1] = axis
            end
        end
    end
    inner.axes = axes
    inner.variants = inner.variants and outer.variants and union(inner.variants, outer.variants)
    inner.counted = union(inner.counted, outer.counted)
end

-- Adds the questions inside the questions of all problems, each once, as problems of their own. A
-- problem names those that it needs, also the questions inside of these.
local function add_inside(problems, at)
    local by_source, labels, k = {}, {}, 0
    for _, problem in ipairs(problems) do
        by_source[problem.source] = problem
        labels[problem.label] = true
    end
    while k < #problems do
        k = k + 1
        local outer, needs = problems[k], {}
        local asks = outer.source:find("prop", 1, true) and not outer.first_point
        for source in (asks and host.inside(outer.source) or ""):gmatch("[^\n]+") do
            local inner = by_source[source]
            if not inner then
                inner = { source = source, label = outer.label .. ".inside" .. #needs + 1,
                          inside = outer.label, axes = outer.axes, variants = outer.variants,
                          counted = outer.counted }
                if labels[inner.label] then complain("%s: '%s' is there twice", at, inner.label) end
                by_source[source], labels[inner.label] = inner, true
                problems[#problems + 1] = inner
            elseif inner.inside then
                share(inner, outer)
            end
            needs[#needs + 1] = inner.label
        end
        if #needs > 0 then outer.needs = table.concat(needs, "\n") end
    end
end

local function problem_list(items, at)
    local problems, seen = { searches = {} }, {}
    list_of(function(item, place) add_problems(problems, item, place) end)(items, at)
    for _, problem in ipairs(problems) do -- tables and figures tell problems apart by their labels
        for _, name in ipairs { problem.label,
                                not problem.first_point and problem.source or nil } do
            if (seen[name] or problem) ~= problem then
                complain("%s: '%s' is there twice", at, name)
            end
            seen[name] = problem
        end
    end
    if not host.judging then add_inside(problems, at) end
    return problems
end

return {
    linspace = linspace, logspace = logspace, pow2 = pow2, seeds = seeds, grid = grid,
    crossover = crossover, problem_list = problem_list,
}
