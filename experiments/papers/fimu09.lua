-- Common code of the tables of FIMU-RS-2009-05 (fimu09-table1 to 4): its models, its numbers, and
-- cells that compare.
local wm = require "warpmark"
local paper = require "papers.paper"

local fimu09 = {}

-- The models, in the paper's order. paper: how a model relates to the paper's, see `marks`; "same":
-- it is the paper's, with its states and transitions. The paper does not give the parameters of
-- anderson, phils and bakery; the ones here make graphs of about the same kind. The paper searches
-- on the fly, so if there is a cycle its graph is a part of the whole.
fimu09.models = {
    { name = "elevator 1", source = "elevator2:n=12", small = "elevator2:n=4", paper = "same",
      property = "G (request1 -> F (at1 & open))" },
    { name = "leader", source = "leader:n=6", small = "leader:n=3", paper = "same",
      property = "F elected" },
    { name = "peterson 1", source = "peterson:n=5,reset=1", small = "peterson:n=3,reset=1",
      paper = "same", property = "G F one_in_cs" },
    { name = "anderson", source = "anderson:n=5,property=4", small = "anderson:n=3,property=4",
      paper = "other", property = "G F one_in_cs" },
    { name = "elevator 2", source = "elevator2:n=12,property=2", small = "elevator2:n=4,property=2",
      paper = "whole", property = "G (request1 -> (!at1 U (at1 U (at1 & open))))" },
    { name = "phils", source = "phils:n=14", small = "phils:n=5", paper = "other",
      property = "G F someone_eats" },
    { name = "peterson 2", source = "peterson:n=5,reset=1,property=3",
      small = "peterson:n=3,reset=1,property=3", paper = "whole", property = "G F cs0" },
    { name = "bakery", source = "bakery:n=4,max=4,property=2",
      small = "bakery:n=3,max=4,property=2", paper = "other", property = "G (wait0 -> F cs0)" },
}
for _, model in ipairs(fimu09.models) do
    model.instance = wm.quick and "small" or model.paper
    if wm.quick then model.source = model.small end
end

-- Meaning of the marks in cells, in the order in which they are explained. of: the instance of the
-- models that have the mark, if it depends on the instance.
local marks = {
    { "§", "the paper's instance, but the whole of its graph: the paper stopped at a cycle, on the "
      .. "fly", of = "whole" },
    { "†", "another instance: the paper gives neither its parameters nor, for anderson, the "
      .. "property", of = "other" },
    { "‡", "a small instance, not the paper's: there is nothing to compare", of = "small" },
    { "≠", "not the paper's number; it says neither how it numbers rows nor how it counts rounds "
      .. "and sweeps" },
    { "¶", "a search is timed as a whole, its rounds are not" },
}

-- Returns whether the instance of the paper is known.
function fimu09.identified(model)
    return model.paper ~= "other"
end

-- Returns one problem for each model and part: "generated" is the whole product, "stored" the part
-- that the paper's matrix holds.
function fimu09.problems(parts)
    local list = {}
    for _, model in ipairs(fimu09.models) do
        for _, part in ipairs(parts) do
            list[#list + 1] = {
                source = model.source .. (part == "stored" and ",stored=1" or ""),
                label = model.name .. (#parts > 1 and ", " .. part or ""),
                model = model.name, part = part, instance = model.instance,
            }
        end
    end
    return list
end

-- The rows of one of the paper's tables, by model.
function fimu09.published(file)
    local by_model = {}
    for _, row in ipairs(paper.rows(file)) do by_model[row.model] = row end
    return by_model
end

function fimu09.case(results, model, part, variant)
    return results.case { model = model.name, part = part, variant = variant }
end

-- Cells -------------------------------------------------------------------------------------------

-- Returns the cell of a value, marked by the model's instance; if the case has none, the reason.
function fimu09.cell(value, model, case)
    if value == nil then return case and case.status ~= "ok" and { mark = paper.why(case) } end
    for _, mark in ipairs(marks) do
        if mark.of == model.instance then return { value, mark = mark[1] } end
    end
    return value
end

-- Appends to row: the paper's count and ours, with ≠ if the paper's instance has another count.
function fimu09.add_exact(row, published, value, model, case)
    local ours = fimu09.cell(value, model, case)
    if model.instance == "same" and value ~= nil and value ~= published then
        ours = { value, mark = "≠" }
    end
    row[#row + 1] = published or false
    row[#row + 1] = ours or false
end

-- Appends to row: the paper's number, ours, and ours over the paper's. Another instance has no such
-- ratio.
function fimu09.add_factor(row, published, value, model, case)
    row[#row + 1] = published or false
    row[#row + 1] = fimu09.cell(value, model, case) or false
    local same = model.instance == "same" or model.instance == "whole"
    row[#row + 1] = value and published and same and value / published or false
end

-- Returns yes or no, from a case's verdict.
function fimu09.has_cycle(case)
    local names = { cycle = "Y", no_cycle = "N" }
    return case and names[case.verdict]
end

-- The lines below a table of these rows: both machines, what their marks mean, and the script's
-- own.
function fimu09.notes(results, rows, own)
    local notes, seen = paper.machine(results), {}
    for _, row in ipairs(rows) do
        for _, cell in ipairs(row) do
            if type(cell) == "table" then seen[cell.mark] = true end
        end
    end
    for _, mark in ipairs(marks) do
        if seen[mark[1]] then notes[#notes + 1] = mark[1] .. " " .. mark[2] end
    end
    for _, line in ipairs(own or {}) do notes[#notes + 1] = line end
    return notes
end

-- Sums and claims ---------------------------------------------------------------------------------

-- Returns the sum of number(model) over the models that wanted(model) takes; or nil and the first
-- model without a number.
function fimu09.sum(wanted, number)
    local total = 0
    for _, model in ipairs(fimu09.models) do
        if wanted(model) then
            local value = number(model)
            if value == nil then return nil, model.name end
            total = total + value
        end
    end
    return total
end

-- Returns why a case has no number.
function fimu09.reason(case)
    return case and paper.why(case) or "not measured"
end

-- Returns a case that counts rounds and sweeps, which are the same at every place; one that is ok,
-- if there is one.
function fimu09.counted(results, model, part, method)
    local first
    for _, place in ipairs { "cuda", "omp", "seq" } do
        local case = fimu09.case(results, model, part, method .. "/csr/u32/" .. place)
        if case and case.status == "ok" then return case end
        first = first or case
    end
    return first
end

-- number(case) of each of the forms { part =, method =, name = }, summed over the identified
-- models, and a line with each; or nil and why.
function fimu09.totals(results, forms, number)
    local sums, words = {}, {}
    for _, model in ipairs(fimu09.models) do
        if fimu09.identified(model) then
            local values = {}
            for k, form in ipairs(forms) do
                local case = fimu09.counted(results, model, form.part, form.method)
                local value = case and number(case)
                if not value then
                    return nil, string.format("%s, %s: %s; places=omp counts without a GPU",
                                              model.name, form.name, fimu09.reason(case))
                end
                sums[k] = (sums[k] or 0) + value
                values[k] = string.format("%.0f", value)
            end
            words[#words + 1] = model.name .. " " .. table.concat(values, " against ")
        end
    end
    return sums, table.concat(words, ", ")
end

-- Returns the answer of claims about the paper's graphs on a GPU for a run without a GPU or with
-- small graphs; nil for any other run.
function fimu09.unable(results)
    return paper.needs_gpu(results, { "map*/cuda" }) or results.quick and paper.quick
end

-- The same for claims about rounds and sweeps, which every place counts.
function fimu09.uncounted(results)
    return results.quick
        and "needs the paper's graphs, which --quick leaves out: run without it, and with "
        .. "places=omp on a machine without a GPU"
end

-- Returns a verdict and its numbers, with a remark if it is within noise.
function fimu09.judged(verdict, numbers)
    return verdict, verdict == nil and numbers .. ", within noise (10 %)" or numbers
end

-- Returns whether ratio is above bound, nil within 10 % of it: these ratios come from few samples,
-- and most have no interval.
function fimu09.above(ratio, bound)
    if ratio > bound * 1.1 then return true end
    if ratio < bound / 1.1 then return false end
    return nil
end

return fimu09
