-- Cases beside other cases of the same problem.
local beside = {}

-- Returns row(case, other) for each case whose variant matches the pattern. other: the case whose
-- variant has `by` instead of what matches; one of status "not run" if there is none.
function beside.rows(results, pattern, by, row)
    local rows = {}
    for _, case in ipairs(results.cases { layout = "*" }) do
        local variant, changed = case.variant:gsub(pattern, by)
        local other = results.case { problem = case.problem, variant = variant }
        if changed > 0 then rows[#rows + 1] = row(case, other or { status = "not run" }) end
    end
    return rows
end

-- Returns the ratio of a field of two cases; false if either has none.
function beside.ratio(results, a, b, field)
    return a[field] and b[field] and results.ratio(a, b, field) or false
end

return beside
