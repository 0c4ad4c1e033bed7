-- Common code of experiments that run engines (docs/engines.md) beside Warpmark's methods.
local engines = {}

-- Returns the method of a case with its options, without epsilon.
function engines.title(case)
    local title = case.variant:match "^[^/]+":gsub("epsilon=[^,%]]+,?", ""):gsub(",%]", "]")
    return (title:gsub("%[%]", ""))
end

function engines.is_engine(case) return case.layout == "sparse" end

-- Returns the engines without any supported case, each with the note of its first case.
function engines.absent(results)
    local absent, present = {}, {}
    for _, case in ipairs(results.cases { layout = "sparse" }) do
        if case.status ~= "unsupported" then present[case.method] = true end
        absent[case.method] = absent[case.method] or case.note or "unsupported"
    end
    for method in pairs(present) do absent[method] = nil end
    return absent
end

-- Returns { { title =, cases } } of a problem, in the order of the plan, without absent engines.
-- key(case): the title of the group of a case.
function engines.groups(results, problem, absent, key)
    local groups, of = {}, {}
    for _, case in ipairs(results.cases { problem = problem }) do
        local title = key(case)
        if not of[title] and not absent[case.method] then
            of[title] = { title = title }
            groups[#groups + 1] = of[title]
        end
        table.insert(of[title] or {}, case)
    end
    return groups
end

function engines.seconds(case) return case.solve_engine or case.solve end

-- Returns the notes of a table, and one for each absent engine.
function engines.notes(absent, notes)
    local names = {}
    for name in pairs(absent) do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do
        notes[#notes + 1] = "not measured: " .. name .. ": " .. absent[name]
    end
    return notes
end

-- Faults of solvers, the worst first. Answers with the faults of is_false were returned as right
-- ones.
engines.faults = { "not a number", "infinite", "wrong", "crashed", "less than asked", "diverged",
                   "not converged", "timeout" }
engines.is_false = { ["not a number"] = true, infinite = true, wrong = true, crashed = true }

-- Returns the fault of a case, or nil, and the error of its answer if it is known.
function engines.fault(case)
    local error = case.proven_error or case.error or nil
    local number = case.status == "wrong" and (case.note or ""):match "finite number(.*)"
    if number then return number:find "inf" and "infinite" or "not a number" end
    for _, kind in ipairs(engines.faults) do
        if case.status == kind:gsub(" ", "_") then return kind, error end
    end
    if case.solve and case.proven_error and case.proven_error > 10 * case.epsilon then
        return "less than asked", error
    end
end

return engines
