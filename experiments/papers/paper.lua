-- Common code of the experiments that repeat a paper: its published numbers beside ours.
local wm = require "warpmark"

local paper = {}

-- The machines on which the papers' times were taken, by the part of an experiment's name before
-- its first "-". Facts that are not in the transcriptions of datasets/data/papers are not guessed
-- here.
paper.hardware = {
    spin09 = "one NVIDIA GPU with 1 GB of memory, and its host's CPU, as SPIN 2009 describes them",
    sttt11 = "the 32-bit system of SPIN 2009, and a newer one of 64 bits with two NVIDIA GPUs, "
        .. "described in STTT 13",
    graphite12 = "an NVIDIA GPU and its host's CPU, as GRAPHITE 2012 describes them",
    meals13 = "an NVIDIA GPU and its host's CPU, as MEALS D1.6 describes them",
    fimu09 = "an NVIDIA GPU and its host's CPU, as FIMU-RS-2009-05 describes them",
}

-- The rows of a file in datasets/data/papers, as wm.csv gives them.
function paper.rows(name)
    return wm.csv("../datasets/data/papers/" .. name)
end

-- Columns of a table, a text for each group: "GPU: time s | layout text". What stands before ": "
-- is the heading over the group; the last word of a column is its unit. "= s" are the columns of
-- paper.triple, "== count" those of paper.exact. "" is left out.
function paper.heads(texts)
    local columns = {}
    local function add(title, group, unit)
        columns[#columns + 1] = { title = title, group = group, unit = unit }
    end
    for _, text in ipairs(texts) do
        local group, list = text:match("^([^|]+): (.*)$")
        for column in ((list or text) .. " | "):gmatch("(%S.-) | ") do
            local title, unit = column:match("^(.*) (%S+)$")
            local pair = title == "=" or title == "=="
            add(pair and "paper" or title, group, unit)
            if pair then add("ours", group, unit) end
            if title == "=" then add("ratio", group, "ratio") end
        end
    end
    return columns
end

-- Returns the verdict of two parts of a claim: false if either is false, true if both are true,
-- else nil (not known).
function paper.both(a, b)
    if a == false or b == false then return false end
    return a and b
end

-- Returns the number of GPUs that a case needs and the machine does not have; nil if nothing is
-- missing.
local function lacking(case)
    local cards = case.place:match("^cuda(%d*)$")
    local without = case.status == "no_device"
        or case.status == "unsupported" and (case.note or ""):find("without CUDA", 1, true)
    return cards and without and (tonumber(cards) or 1) or nil
end

-- Returns, for a cell, why a case has no number; nil if it is ok.
function paper.why(case)
    if not case then return "not run" end
    if case.status == "ok" then return nil end
    local cards = lacking(case)
    return cards and (cards == 1 and "no GPU" or "needs " .. cards .. " GPUs") or case.status
end

-- Returns, for a claim about these variants, the message that the machine or the program lacks a
-- GPU which they need; nil if it does not.
function paper.needs_gpu(results, variants)
    local most, note = 0, nil
    for _, variant in ipairs(variants) do
        for _, case in ipairs(results.cases { variant = variant }) do
            local cards = lacking(case) or 0
            if cards > most then most, note = cards, case.note end
        end
    end
    if most == 0 then return nil end
    if (results.machine.gpus or "no GPU") == "no GPU" then note = "this machine has none" end
    return string.format("needs %s: %s", ({ "a GPU", "two GPUs", [4] = "four GPUs" })[most], note)
end

-- Answer of claims that need longer measurements, or larger instances, than --quick has.
paper.quick = "--quick measures too little for this: run without it"

-- Settings of proofs: with --quick they take some seconds and are rough. A rough proof still bounds
-- the error of an answer.
paper.solve = wm.quick and { prove = 1e-3, prove_time = "3s" } or {}

-- Returns the proven error of a case's answer, for a column with unit "bound"; without one, the
-- reason.
function paper.proven(case)
    if not case then return false end
    return case.proven_error or { mark = paper.why(case) or "not proven" }
end

-- Returns the least error of a case's value, as a share of the exact one: its distance to the
-- proven interval. 0: it may be right.
local function value_off(case)
    local low, high = case.value_low, case.value_high
    if not (case.value and low and high and low > 0) then return 0 end
    return math.max(low - case.value, case.value - high, 0) / high
end

-- Returns a line about answers that the stopping rule leaves farther from the truth than epsilon;
-- nil if there are none, or nothing is proven. cases: those whose iterations are in the table.
function paper.rule_is_off(results, cases)
    local epsilon, worst, off, of = results.settings.epsilon, 0, 0, nil
    for _, case in ipairs(cases) do
        if (case.proven_error or 0) > worst then worst, of = case.proven_error, case end
        off = math.max(off, value_off(case))
    end
    if worst <= epsilon then return nil end
    local line = string.format("the rule by which PRISM stops says nothing about the error: "
                               .. "epsilon is %g, and the answer of %s is proven to %s only",
                               epsilon, of.problem, results.show(worst, "bound"))
    if off <= epsilon then return line end
    return line .. string.format("; a value is off by at least %.1e of itself", off)
end

-- Returns a cell with a mark; the mark alone if there is no value.
function paper.marked(value, mark)
    if not value then return mark and { mark = mark } or false end
    return mark and { value, mark = mark } or value
end

-- Appends cells to a row, such as those of paper.triple. A missing cell is false, so that later
-- cells stay in their columns.
function paper.append(row, ...)
    for k = 1, select("#", ...) do row[#row + 1] = (select(k, ...)) or false end
end

-- Returns whether a tenth or more of a case's samples were disturbed; false if this is unknown.
local function disturbed(case)
    return (case.disturbed or 0) > 0 and case.disturbed >= case.samples / 10
end

-- Returns the marks of a case's times: "*" extrapolated, "?" doubtful, "†" unchecked, "~"
-- disturbed; nil for none. whole: the times are those of whole solves.
function paper.mark(case, whole)
    local mark = (whole and case.extrapolated == "yes" and "*" or "")
        .. (case.doubtful == "yes" and "?" or "")
        .. (case.proof == "unchecked" and "†" or "")
        .. (disturbed(case) and "~" or "")
    return mark ~= "" and mark or nil
end

local times = { solve = true, solve_device = true, t_total = true, ci_low = true, ci_high = true,
                per_iteration = true, value = true }
local whole_solves = { solve = true, solve_device = true, t_total = true, ci_low = true,
                       ci_high = true }

-- Our cell: the field of a case, with its marks (paper.mark) where it is a time or a value; the
-- status alone where the case is not ok; nothing where there is no such case or no such number.
-- Also returns the number.
function paper.cell(case, field)
    field = field or "solve"
    if not case then return false end
    if case.status ~= "ok" then return { mark = paper.why(case) } end
    local value = case[field]
    if not value then return false end
    local mark = times[field] and paper.mark(case, whole_solves[field])
    if mark then return { value, mark = mark }, value end
    return value, value
end

-- Three cells: the published number (or a text such as "oom", or nil), ours, and ours / published.
-- ours: a case or nil. options: field, which of the case's ("solve" unless said); scale, by which
-- the published number is multiplied first (1e-3 for one in ms, 1e6 for one in MB).
function paper.triple(published, ours, options)
    options = options or {}
    local cell, value = paper.cell(ours, options.field)
    if type(published) ~= "number" then return published or false, cell, false end
    published = published * (options.scale or 1)
    local ratio = value and value / published or false
    if ratio and type(cell) == "table" then ratio = { ratio, mark = cell.mark } end
    return published, cell, ratio
end

-- Two cells for numbers that have to be equal: the published one and ours, marked where they
-- differ. Either may be nil.
function paper.exact(published, ours)
    if published and ours and published ~= ours then return published, { ours, mark = "≠" } end
    return published or false, ours or false
end

-- Returns why a case's time says nothing: its threads had no core for half of it or more, so it may
-- be twice too long, or ten times; nil if it is not so, or unknown.
function paper.swamped(case)
    if not case or (case.waited or 0) < 0.5 then return nil end
    return string.format("other programs: waited %.0f %%", 100 * case.waited)
end

-- results.ratio(a, b, field), also where one of the cases has too few samples for an interval: then
-- the ends are what the spread of both medians allows, which is none where each was timed once, and
-- the last value is true.
function paper.ratio(results, a, b, field)
    if paper.swamped(a) or paper.swamped(b) then return nil end
    local ratio, low, high = results.ratio(a, b, field)
    if not ratio or low > 0 then return ratio, low, high, false end
    local a_low, a_high = results.interval(a, field)
    local b_low, b_high = results.interval(b, field)
    return ratio, (a_low or a[field]) / (b_high or b[field]), (a_high or a[field])
        / (b_low or b[field]), true
end

-- Lines for a table's notes: the paper's machine, and ours.
function paper.machine(results)
    local name = results.name:match("^[^-]+")
    local machine = results.machine
    local gpus = machine.gpus and machine.gpus ~= "" and machine.gpus or "no GPU"
    local lines = {
        string.format("ours: %s, %s cores, %s, %s", machine.cpu or "unknown CPU",
                      machine.cores or "?", machine.memory or "unknown memory", gpus) }
    if paper.hardware[name] then table.insert(lines, 1, "paper: " .. paper.hardware[name]) end
    return lines
end

-- Explanation of the marks of answers.
paper.answer_marks = "? doubtful: error may be above 10 epsilon; † unchecked: no answer was "
    .. "checked; ~ disturbed: may be too long"

-- Returns whether a cell of these rows has this text, or has it in its mark.
local function occurs(rows, text)
    for _, row in ipairs(rows) do
        for _, cell in ipairs(row) do
            local shown = type(cell) == "table" and cell.mark or cell
            if type(shown) == "string" and shown:find(text, 1, true) then return true end
        end
    end
    return false
end

-- Returns one line that explains the marks that occur in these rows, or nil. marks: list of { mark,
-- meaning }.
function paper.explained(rows, marks)
    local parts = {}
    for _, mark in ipairs(marks) do
        if occurs(rows, mark[1]) then parts[#parts + 1] = mark[1] .. ": " .. mark[2] end
    end
    return #parts > 0 and table.concat(parts, "; ") or nil
end

-- Returns how many problems of this model the results have.
function paper.count_of(results, model)
    return #results.problems { source = model .. ":*" }
end

-- The note on proven errors, which are of the largest entry for these models.
function paper.proven_note(results, models)
    local present, count = {}, 0
    for _, model in ipairs(models) do
        local own = paper.count_of(results, model)
        if own > 0 then present[#present + 1], count = model, count + own end
    end
    local what = table.concat(present, " and ")
        .. ": of the largest entry, others: all entries together"
    if count == 0 then what = "all entries together" end
    if count > 0 and count == #results.problems {} then what = "of the largest entry" end
    return "proven error: of the answer after so many iterations; " .. what
end

-- The notes that explain the marks of triple and exact, for those that need them.
paper.marks = {
    "* extrapolated: iterations x time per iteration; " .. paper.answer_marks,
    "≠ differs from the paper; a word (timeout, ...) says why there is no number; - neither has "
        .. "one",
}

return paper
