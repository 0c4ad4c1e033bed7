-- The models of FIMU-RS-2009-05 with the numbers of its tables 2 and 3, as lists of problems for fimu09-table2 to 4.
local wm = require "warpmark"

local paper = require "papers.paper"

-- The rows of a table by their model.
local function published(name)
    local rows = {}
    for _, row in ipairs(paper.rows(name)) do rows[row.model] = row end
    return rows
end

-- known: whether states, transitions and verdict are the paper's. Of the others it does not give the parameters: theirs
-- here make graphs of about the same kind. The paper searches on the fly, so that where there is a cycle its graph is a
-- part of the whole.
local models = {
    { name = "elevator 1", source = "elevator2:n=12", small = "elevator2:n=4", known = "yes" },
    { name = "leader", source = "leader:n=6", small = "leader:n=3", known = "yes" },
    { name = "peterson 1", source = "peterson:n=5,reset=1", small = "peterson:n=3,reset=1", known = "yes" },
    { name = "anderson", source = "anderson:n=5,property=4", small = "anderson:n=3,property=4",
      known = "no: parameters and property not given" },
    { name = "elevator 2", source = "elevator2:n=12,property=2", small = "elevator2:n=4,property=2",
      known = "yes, whole graph" },
    { name = "phils", source = "phils:n=14", small = "phils:n=5", known = "no: size not given" },
    { name = "peterson 2", source = "peterson:n=5,reset=1,property=3", small = "peterson:n=3,reset=1,property=3",
      known = "yes, whole graph" },
    { name = "bakery", source = "bakery:n=4,max=4,property=2", small = "bakery:n=3,max=4,property=2",
      known = "no: parameters not given" },
}

-- One problem a model and part: "generated" is the whole product, "stored" what the paper's matrix holds. The axes that
-- begin with paper_ are the paper's numbers for the part, under the names of the columns in `columns`.
local function problems(parts, table_name, columns)
    local list, rows = {}, published(table_name)
    for _, model in ipairs(models) do
        for _, part in ipairs(parts) do
            local problem = {
                source = (wm.quick and model.small or model.source) .. (part == "stored" and ",stored=1" or ""),
                label = model.name .. (#parts > 1 and ", " .. part or ""),
                model = model.name, part = part,
                known = wm.quick and "no: a small instance" or model.known,
            }
            for name, column in pairs(columns) do
                problem["paper_" .. name] = rows[model.name][column:gsub("PART", part)]
            end
            list[#list + 1] = problem
        end
    end
    return list
end

return { problems = problems }
