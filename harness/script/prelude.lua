-- The `warpmark` module of experiment scripts: what wm.experiment takes, and the libraries that a
-- script sees. docs/lua.md is the manual.
--
-- script.c loads this chunk once per script. Its argument, host, holds
--   globals        the script's globals; those of our own parts are copies that it does not see
--   quick          boolean, from --quick
--   folder         the script's folder with its last slash, or ""
--   overrides      list of "key=value" texts from the command line
--   settings       defaults of the keys of solve and measure
--   statuses       the names that expect may hold
--   fields         the names that figures and tables may use beside those of axes
--   parts          the other chunks: check, options, problems, csv
--   judging        boolean: the script has been measured, and its results are judged
--   read(name)     text and path of a file in the script's folder; or nil and why not
--   where()        "FILE:LINE: " of the script's statement that is running
--   suggest(word, names)  ", did you mean 'x'?", or the list of names
--   seconds(text)  a time in seconds, or nil
--   bytes(text)    a size in bytes, or nil
-- It returns finish(value), which turns what the script returned into the plain tables that
-- script.c copies, and check.

local host = ...
local check = host.parts.check(host)
local options = host.parts.options(host, check)
local problems = host.parts.problems(host, check)
local csv = host.parts.csv(host, check)

local complain, text, record, distinct, one_of =
    check.complain, check.text, check.record, check.distinct, check.one_of

local function field_list(value, at)
    return (text(value, at):gsub("%s*,%s*", ","))
end

local budget = record {
    axis = { text, required = true },
    budget = { check.seconds, required = true },
}

-- AXIS:TIME on the command line; false for none.
local function dominated(value, at)
    if value == "none" or value == false then return false end
    if type(value) ~= "table" then
        local axis, time = tostring(value):match("^(.+):(.+)$")
        if not axis then
            check.expected(at, '{ axis = "n", budget = "10s" }, "n:10s" or "none"', value)
        end
        value = { axis = axis, budget = tonumber(time) or time }
    end
    return budget(value, at)
end

local settings_rules = {
    solve = {
        epsilon = { check.positive },
        criterion = { one_of { "relative", "absolute" } },
        max_iterations = { check.whole(1) },
        require = { check.required_error },
        prove = { check.proof_width },
        prove_time = { check.seconds_or_auto },
    },
    measure = {
        warmup = { check.whole(0) },
        min_samples = { check.whole(1) },
        max_samples = { check.whole(1) },
        max_ci = { check.share },
        max_time = { check.seconds },
        iterations = { check.whole(0) },
        count_iterations = { check.truth },
        whole = { distinct(text) }, -- in scripts only: no default, so no word on the command line
        skip_dominated = { dominated },
        timeout = { check.seconds },
        memory = { check.bytes },
        interleave = { check.whole(1, 1000) },
        processes = { check.whole(1, 1000) },
        width = { check.wanted_width },
        seed = { check.whole(0) },
        copy_samples = { check.whole(0) },
        counters = { check.truth },
        cache = { one_of { "hot", "cold" } },
        throttle = { one_of { "never", "heat", "any" } },
        throttle_retries = { check.whole(0) },
    },
}

local function titled(checker)
    return function(given, at)
        local out = checker(given, at)
        out.title = out.title or out.id
        return out
    end
end

local drawn = titled(record {
    id = { check.file_name, required = true },
    title = { text },
    kind = { one_of { "lines", "bars", "boundary", "structure" }, default = "lines" },
    x = { text, required = true },
    y = { text, required = true },
    by = { text, default = "variant" },
    facet = { text },
    where = { text },
    log = { one_of { "", "x", "y", "xy" }, default = "" },
})

local computed = titled(record {
    id = { check.file_name, required = true },
    title = { text },
    build = { check.callable, required = true },
})

local structure = titled(record {
    id = { check.file_name, required = true },
    title = { text },
    kind = { text },
    problems = { distinct(text) },
    orders = { text, default = "native" },
})

local boundary = titled(record {
    id = { check.file_name, required = true },
    title = { text },
    kind = { text },
    x = { text, required = true },
    y = { text, required = true },
})

-- Figures and tables that the script builds have no fields: their texts are empty. A structure has
-- its orders as x, and the labels of its problems as where, a line each.
local function figure(given, at)
    if type(given) == "table" and given.build ~= nil then
        local out = computed(given, at)
        out.kind, out.x, out.y, out.by, out.log = "built", "", "", "", ""
        return out
    elseif type(given) == "table" and given.kind == "structure" then
        local out = structure(given, at)
        out.x, out.y, out.by, out.log = (out.orders:gsub(" ", "")), "", "", ""
        out.where = out.problems and table.concat(out.problems, "\n")
        return out
    elseif type(given) == "table" and given.kind == "boundary" then
        local out = boundary(given, at)
        out.by, out.log = "", ""
        return out
    end
    return drawn(given, at)
end

local pivot = titled(record {
    id = { check.file_name, required = true },
    title = { text },
    rows = { field_list, required = true },
    columns = { text, default = "variant" },
    value = { text, default = "solve" },
    where = { text },
})

local function tabular(given, at)
    if type(given) ~= "table" or given.build == nil then return pivot(given, at) end
    local out = computed(given, at)
    out.rows, out.columns, out.value = "", "", ""
    return out
end

local one_magnitude = record {
    low = { check.positive, required = true },
    high = { check.positive },
    unit = { check.one_of { "s", "B", "B/s", "count", "number", "ratio" }, default = "ratio" },
}

-- Checks the magnitudes that a paper's claim states: one, or a list of which each has a figure.
local function magnitudes(value, at)
    if type(value) ~= "table" or value[1] == nil then
        return { one_magnitude(value, at), single = true }
    end
    return check.list_of(one_magnitude)(value, at)
end

local claim = record {
    id = { check.file_name, required = true },
    text = { text, required = true },
    test = { check.callable, required = true },
    magnitude = { magnitudes },
}

-- The checker of solve or measure. A word on the command line outdoes the script, which outdoes the
-- default. Those of min_samples and processes depend on other fields and come later.
local function settings(part)
    local rules = {}
    for key, rule in pairs(settings_rules[part]) do
        local later = key == "min_samples" or key == "processes"
        rules[key] = { rule[1] }
        if not later then rules[key].default = host.settings[key] end
    end
    local checker = record(rules)
    return function(given, at)
        local values = checker(given, at)
        for key, rule in pairs(rules) do
            local override = options.setting_override(key, rule[1])
            if override ~= nil then values[key] = override end
        end
        return values
    end
end

-- The names that figures and tables may use: the axes of any problem, and every result's fields.
local function known_fields(list)
    local names, seen = { table.unpack(host.fields) }, {}
    for _, problem in ipairs(list) do
        for _, axis in ipairs(problem.axes) do
            if not seen[axis.name] then names[#names + 1] = axis.name end
            seen[axis.name] = true
        end
    end
    return names
end

local function check_field(known, name, at)
    if check.contains(known, name) then return end
    complain("%s: unknown field '%s'%s", at, name,
             #name > 1 and host.suggest(name, known)
             or ", and no problem has an axis of that name: wm.grid makes axes of lists")
end

local function check_where(known, where, at)
    -- commas in brackets and braces belong to a pattern
    for part in (where:gsub("%b[]", "[]"):gsub("%b{}", "{}") .. ","):gmatch("([^,]*),") do
        local name, pattern = part:match("^ *([%a_][%w_]*) *= *(.-) *$")
        if not name then
            complain("%s: field=pattern,field=pattern is expected, not '%s'", at, where)
        end
        -- '*' leaves nothing out: the field need not exist
        if pattern ~= "*" then check_field(known, name, at) end
    end
end

-- at: "figures" or "tables"
local function check_fields(known, items, at)
    for i, item in ipairs(items or {}) do
        local prefix = string.format("%s[%d].", at, i)
        local own = item.build or item.kind == "structure" -- the script's to make
            or item.kind == "boundary" -- check_boundaries
        for _, key in ipairs(own and {} or { "x", "y", "by", "facet", "columns", "value" }) do
            if item[key] then check_field(known, item[key], prefix .. key) end
        end
        for name in ((item.rows or "") .. ","):gmatch("([^,]*),") do
            if item.rows and not own then check_field(known, name, prefix .. "rows") end
        end
        if item.where and not own then check_where(known, item.where, prefix .. "where") end
    end
end

-- A structure's problems are labels, its orders are names.
local function check_structures(list, figures)
    local labels = {}
    for i, problem in ipairs(list) do labels[i] = problem.label end
    for i, item in ipairs(figures or {}) do
        local at = string.format("figures[%d].", i)
        for k, label in ipairs(item.kind == "structure" and item.problems or {}) do
            if not check.contains(labels, label) then
                complain("%sproblems[%d]: no problem is called '%s'%s", at, k, label,
                         host.suggest(label, labels))
            end
        end
        for name in ((item.kind == "structure" and item.orders or "native")
                     .. ","):gmatch(" *([^, ]*) *,") do
            if not check.contains(host.orders, name) then
                complain("%sorders: unknown order '%s'%s", at, name,
                         host.suggest(name, host.orders))
            end
        end
    end
end

-- The map of a study has its axes.
local function check_boundaries(searches, figures)
    for i, item in ipairs(figures or {}) do
        local found, other = item.kind ~= "boundary", nil
        for _, one in ipairs(searches) do
            found = found or (one.over == item.x and one.axis == item.y)
            if one.over then other = one end
        end
        if not found then
            complain("figures[%d]: no wm.crossover has axis = '%s' and over = { %s = ... }%s", i,
                     item.y, item.x,
                     other and string.format("; '%s' has axis = '%s' and over = { %s = ... }",
                                             other.study, other.axis, other.over) or "")
        end
    end
end

-- An axis with numbers is there.
local function check_axis(list, name)
    local names, texts = {}, false
    for _, problem in ipairs(list) do
        for _, axis in ipairs(problem.axes) do
            if axis.name == name and axis.number then return end
            texts = texts or axis.name == name
            if not check.contains(names, axis.name) then names[#names + 1] = axis.name end
        end
    end
    local at = "measure.skip_dominated"
    if texts then
        complain("%s: the values of axis '%s' are texts, which have no order", at, name)
    end
    complain("%s: no problem has an axis '%s'%s", at, name, host.suggest(name, names))
end

local description = record {
    name = { check.file_name, required = true },
    title = { text },
    paper = { text },
    problems = { problems.problem_list, required = true },
    variants = { distinct(text), required = true },
    solve = { settings "solve", default = {} },
    measure = { settings "measure", default = {} },
    figures = { distinct(figure) },
    tables = { distinct(tabular) },
    claims = { distinct(claim) },
    expect = { distinct(one_of(host.statuses)) },
}

local wm = check.strict({
    quick = host.quick, options = options.resolve, linspace = problems.linspace,
    logspace = problems.logspace,
    pow2 = problems.pow2, seeds = problems.seeds, grid = problems.grid,
    crossover = problems.crossover, csv = csv,
}, "the warpmark module has no")

local made = setmetatable({}, { __mode = "k" }) -- what wm.experiment returned -> its plain form

function wm.experiment(given)
    options.check_overrides(host.settings)
    local out = description(given, check.OUTERMOST)
    local measure = out.measure
    measure.min_samples = measure.min_samples
        or math.min(host.settings.min_samples, measure.max_samples)
    if measure.min_samples > measure.max_samples then
        complain("measure: min_samples (%d) is more than max_samples (%d)", measure.min_samples,
                 measure.max_samples)
    end
    if out.solve.require and out.solve.prove == 0 then
        complain("solve: require = %s needs a proof, and prove = 0 makes none",
                 check.number_text(out.solve.require))
    end
    if measure.width and measure.processes == 1 then
        complain("measure: width needs several processes, and processes = 1 allows a case only one")
    end
    -- A search for a crossover needs several, to know how much processes differ.
    measure.processes = measure.processes or measure.width and 30
        or #out.problems.searches > 0 and 3 or host.settings.processes
    if measure.skip_dominated then check_axis(out.problems, measure.skip_dominated.axis) end
    local known = known_fields(out.problems)
    check_fields(known, out.figures, "figures")
    check_fields(known, out.tables, "tables")
    check_structures(out.problems, out.figures)
    check_boundaries(out.problems.searches, out.figures)
    out.crossovers = out.problems.searches
    out.title = out.title or out.name
    out.paper = out.paper or ""
    out.options = options.options_text()
    local experiment = {}
    made[experiment] = out
    return experiment
end

-- Scripts describe: they start no programs, do not end the process, load no C code, and leave
-- stdout to results.
local seen = host.globals
local loaded = seen.package.loaded
seen.os.exit, seen.os.execute, seen.io.popen, seen.debug = nil, nil, nil, nil
seen.package.loadlib, loaded.debug = nil, nil
seen.io.stdout = io.stderr
io.output(io.stderr)

local described = false -- once the script has ended

-- What is printed while the script describes, the run has printed before it judges.
function seen.print(...)
    if host.judging and not described then return end
    local words = table.pack(...)
    for i = 1, words.n do words[i] = tostring(words[i]) end
    io.stderr:write(table.concat(words, "\t"), "\n")
end

seen.package.searchers = { function(name)
    if name:find("^[./]") then
        complain("require '%s': a module's name begins in the script's folder", name)
    end
    local file = name:gsub("%.", "/") .. ".lua"
    local path = host.folder .. file
    local source, reason = host.read(file)
    if not source then
        local hint = host.suggest(name, { "warpmark" })
        if hint:find "did you mean" then complain("module '%s' not found%s", name, hint) end
        return reason
    end
    local chunk, message = load(source:gsub("^\xef\xbb\xbf", ""), "@" .. path, "t")
    if not chunk then error(message, 0) end -- level 0 leaves an error of memory one
    return chunk, path
end }

loaded.warpmark = wm

local function finish(value)
    if not made[value] then
        complain("a script ends with `return wm.experiment{...}`, but this one returned %s",
                 check.describe(value))
    end
    described = true
    return made[value]
end

return finish, check
