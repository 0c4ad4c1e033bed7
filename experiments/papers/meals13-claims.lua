-- The claims of MEALS D1.6 that its tables decide. Most compare the medians of two times of an
-- iteration, by the 95 % interval of their ratio: a result within noise is neither yes nor no, and
-- may leave a claim open. Fewer than six samples have no such interval; then the spread of the
-- samples is used, and 3 % more.
local wm = require "warpmark"
local paper = require "papers.paper"
local meals13 = require "papers.meals13"

local function median(value)
    return value and string.format("%.2f", value) or "-"
end

-- Returns a's time over b's, its interval, and whether it has few samples.
local function ratio_of(results, a, b)
    local ratio, low, high, rough = paper.ratio(results, a, b, "per_iteration")
    if rough then low, high = low / 1.03, high * 1.03 end
    return ratio, low, high, rough
end

-- Returns whether a's time over b's is above bound: true or false if its whole interval is, nil if
-- it is not, or is not known. Also the ratio, and whether it has few samples.
local function above(results, a, b, bound)
    local ratio, low, high, rough = ratio_of(results, a, b)
    if not ratio then return nil end
    if low > bound then return true, ratio, rough end
    if high < bound then return false, ratio, rough end
    return nil, ratio, rough
end

-- Returns the answer to a question for each instance: { name, verdict, ratio, rough = }.
local function asked(results, question)
    local list = {}
    for _, problem in ipairs(results.problems { part = "paper" }) do
        local verdict, ratio, rough = question(problem)
        list[#list + 1] = { problem.label, verdict, ratio, model = problem.model, rough = rough }
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
    local words, few, yes, no, open = {}, "", count(list)
    for i, item in ipairs(list) do
        words[i] = item[1] .. " " .. median(item[3]) .. (item.rough and "*" or "")
        if item.rough then few = "; *: of fewer than six samples, by their spread and 3 %" end
    end
    return string.format("%s: %s (%d yes, %d no, %d within noise or not measured%s)", what,
                         table.concat(words, ", "), yes, no, open, few)
end

local function kept(list, keep)
    local out = {}
    for _, item in ipairs(list) do
        if keep(item) then out[#out + 1] = item end
    end
    return out
end

-- Returns true if more than half of all answers are yes, false if they cannot be, however the open
-- ones are decided; nil if this is open.
local function most(list)
    local yes, _, open = count(list)
    if #list == 0 then return nil end
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

-- Returns why no case on a GPU was measured beside one on the CPU.
local function why_none(results)
    local lack = paper.needs_gpu(results, { "*/cuda" })
    for _, case in ipairs(lack and {} or results.cases {}) do
        if case.status ~= "ok" then return "not measured: " .. paper.why(case) end
    end
    return lack or "not measured: no GPU beside a CPU"
end

-- Returns why there is nothing to judge, or nil: only small instances, or no times on a GPU.
local function nothing(results, list)
    for _, item in ipairs(list) do
        if item[3] then return nil end
    end
    local lack = paper.needs_gpu(results, { "*/cuda" })
    return not lack and results.quick and paper.quick or why_none(results)
end

local function is_model(name)
    return function(item) return item.model == name end
end

-- Returns the ratios of a list, ascending; nil if there are none.
local function ratios(list)
    local out = {}
    for _, item in ipairs(list) do out[#out + 1] = item[3] end
    table.sort(out)
    return #out > 0 and out or nil
end

local function largest(list)
    local all_of_them = ratios(list)
    return all_of_them and all_of_them[#all_of_them]
end

-- More than half are at least as great.
local function greater_half(list)
    local all_of_them = ratios(list)
    return all_of_them and all_of_them[(#all_of_them + 1) // 2]
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
        out[i] = { item[1], opposite, item[3], model = item.model, rough = item.rough }
    end
    return out
end

-- The faster of the layouts in an order, by its median.
local function faster_of(results, problem, layouts, order)
    local cases = {}
    for i, layout in ipairs(layouts) do cases[i] = meals13.case(results, problem, layout, order) end
    return meals13.best_of(cases, "per_iteration")
end

local claims = {}

claims.M2 = {
    id = "M2",
    text = "BFS reindexing gives a modest gain in most cases on MSR (up to 1.24), a loss on tandem",
    test = function(results)
        local list = pairs_of(results, { "msr" }, { "msr", "bfs" }, 1)
        local holds, words = verdict(results, list, "original / BFS", function()
            return paper.both(most(list), all(inverse(kept(list, is_model "tandem"))))
        end)
        return holds, words, largest(list)
    end,
    magnitude = { low = 1.24, high = 1.24 },
}

claims.M3 = {
    id = "M3",
    text = "the full-warp layout is at least twice as fast as standard MSR in most cases, up to "
        .. "about 5",
    test = function(results)
        local list = pairs_of(results, { "msr" }, { "wl" }, 1)
        local holds, words = verdict(results, list, "MSR / full warp", most)
        return holds, words, ratios(list) and { greater_half(list), largest(list) }
    end,
    magnitude = { { low = 2 }, { low = 5, high = 5 } },
}

-- In the original order and by BFS; the only ones where half warps are said to win are herman, and
-- tandem as it is.
claims.M4 = {
    id = "M4",
    text = "half-warp beats full-warp only on herman (and tandem 1023, 2047 in the original order)",
    test = function(results)
        local list = {}
        for _, order in ipairs { "native", "bfs" } do
            -- true: half warps are faster
            local half = inverse(pairs_of(results, { "hwl", order }, { "wl", order }, 1))
            for _, item in ipairs(half) do
                local wins = item.model == "herman" or item.model == "tandem" and order == "native"
                local as_said = item[2]
                if as_said ~= nil and not wins then as_said = not as_said end
                local name = item[1] .. (order == "bfs" and " by BFS" or "")
                list[#list + 1] = { name, as_said, item[3], model = item.model, rough = item.rough }
            end
        end
        return verdict(results, list, "half warp / full warp, as said?", all)
    end,
}

-- Bytes are exact: no interval, and no GPU is needed.
claims.M5 = {
    id = "M5",
    text = "the extra memory of the segments is insignificant except on herman (about four times)",
    test = function(results)
        local list = asked(results, function(problem)
            local segments = meals13.bytes(results, problem, "wl", "native")
            local rows = meals13.bytes(results, problem, "msr", "native")
            if not segments or not rows then return nil end
            local ratio = segments / rows
            return (ratio < 1.3) == (problem.model ~= "herman"), ratio
        end)
        local holds, words = verdict(
            results, list, "memory of full warps / MSR; insignificant, below 1.3, but on herman?",
                all)
        return holds, words, ratios(kept(list, is_model "herman"))
    end,
    magnitude = { low = 4, high = 4 },
}

-- The faster of both warp layouts by BFS against the faster of them as they are; noise within 2 %
-- is no gain.
claims.M6 = {
    id = "M6", text = "BFS combines badly with the warp layouts, except cluster",
    test = function(results)
        local list = asked(results, function(problem)
            local native = faster_of(results, problem, { "wl", "hwl" }, "native")
            local bfs = faster_of(results, problem, { "wl", "hwl" }, "bfs")
            local gain, ratio, rough = above(results, native, bfs, 1.02)
            if problem.model == "cluster" or gain == nil then return gain, ratio, rough end
            return not gain, ratio, rough
        end)
        return verdict(results, list,
                       "original / BFS, each in its faster warp layout; a gain (above 1.02) on "
                           .. "cluster only?", all)
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
    id = "M8",
    text = "with CMSR the warp layouts gain less, mostly two times, and nothing on cluster and "
        .. "tandem",
    test = function(results)
        local gains, less = {}, {}
        for _, problem in ipairs(results.problems { part = "paper" }) do
            local cmsr, msr =
                meals13.case(results, problem, "cmsr"), meals13.case(results, problem, "msr")
            local compact = faster_of(results, problem, { "cwl", "chwl" }, "native")
            local flat = faster_of(results, problem, { "wl", "hwl" }, "native")
            local other, low, high, few = ratio_of(results, msr, flat)
            local one, least, greatest = ratio_of(results, cmsr, compact)
            local is_less = nil
            if one and other and greatest < low then is_less = true end
            if one and other and least > high then is_less = false end
            less[#less + 1] = { problem.label, is_less, other, model = problem.model, rough = few }
            local none = problem.model == "cluster" or problem.model == "tandem"
            local gain, ratio, rough = above(results, cmsr, compact, none and 1.3 or 1.5)
            if none and gain ~= nil then gain = not gain end
            gains[#gains + 1] = { problem.label, gain, ratio, model = problem.model, rough = rough }
        end
        local function is_none(item) return item.model == "cluster" or item.model == "tandem" end
        local why = nothing(results, gains)
        if why then return nil, why end
        local others = kept(gains, function(item) return not is_none(item) end)
        return paper.both(most(less), paper.both(most(others), all(kept(gains, is_none)))),
               numbers("CMSR / faster warp layout; above 1.5, on cluster and tandem below 1.3?",
                       gains) .. "; "
               .. numbers("the same with MSR, more than that?", less), greater_half(others)
    end,
    magnitude = { low = 2, high = 2 },
}

claims.M9 = {
    id = "M9", text = "CMSR is faster than MSR on the GPU as on the CPU",
    test = function(results)
        local list = pairs_of(results, { "msr" }, { "cmsr" }, 1)
        local on_cpu = kept(asked(results, function(problem)
            return above(results, meals13.core(results, problem, "msr"),
                         meals13.core(results, problem, "cmsr"), 1)
        end), function(item) return results.cases { problem = item[1], place = "seq" }[1] end)
        local why = nothing(results, list)
        if why then
            return nil, why
                .. (#on_cpu > 0 and "; " .. numbers("MSR / CMSR on one core", on_cpu) or "")
        end
        return paper.both(most(list), most(on_cpu)),
               numbers("MSR / CMSR on the GPU", list) .. "; " .. numbers("on one core", on_cpu)
    end,
}

-- Random chains alike but for the length of their rows; the paper's chains but herman have 3 to 10
-- in a row.
claims.M10 = {
    id = "M10", text = "two threads a row do not pay for sparse rows",
    test = function(results)
        local words, sparse, from, any = {}, {}, nil, false
        for _, problem in ipairs(results.problems { part = "random" }) do
            local half, full =
                meals13.case(results, problem, "hwl"), meals13.case(results, problem, "wl")
            local slower, ratio = above(results, half, full, 1)
            any = any or ratio ~= nil
            if problem.row <= 8 then sparse[#sparse + 1] = { problem.label, slower, ratio } end
            if slower == false and not from then from = problem.row end
            words[#words + 1] = string.format("%g: %s", problem.row, median(ratio))
        end
        if not any then return nil, why_none(results) end
        if wm.quick then return nil, paper.quick end
        return all(sparse), string.format(
            "half warp / full warp by mean row length: %s; half warps pay from %s on (rule: slower "
                .. "for all of up to 8)",
            table.concat(words, ", "), from and string.format("%g", from) or "no length measured")
    end,
}

return claims
