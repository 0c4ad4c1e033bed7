-- FIMU-RS-2009-05, table 1: the models and their properties, beside ours, with the verdict on each.
-- A search in linear time finds the verdicts; the paper has no such search.
local wm = require "warpmark"
local fimu09 = require "papers.fimu09"

local described = fimu09.published "fimu09-t1-models.csv"
local found = fimu09.published "fimu09-t2-statistics.csv"

local SEARCH = "tarjan/csr/u32/seq"

local function build(results)
    local rows = {}
    for _, model in ipairs(fimu09.models) do
        local case = fimu09.case(results, model, "stored", SEARCH)
        local row = { model.name, described[model.name].description, described[model.name].property,
                      fimu09.cell(model.source, model), model.property }
        fimu09.add_exact(row, found[model.name].accepting_cycle, fimu09.has_cycle(case), model,
                         case)
        rows[#rows + 1] = row
    end
    return {
        columns = {
            { title = "model", unit = "text" },
            { title = "description", group = "paper", unit = "text" },
            { title = "property", group = "paper", unit = "text" },
            { title = "source", group = "ours", unit = "text" },
            { title = "property", group = "ours", unit = "text" },
            { title = "paper", group = "accepting cycle", unit = "text" },
            { title = "ours", group = "accepting cycle", unit = "text" },
        },
        rows = rows,
        notes = fimu09.notes(results, rows),
    }
end

return wm.experiment {
    name = "fimu09-table1",
    title = "Accepting cycles: models and properties",
    paper = "FIMU-RS-2009-05, table 1",
    problems = fimu09.problems { "stored" },
    variants = { SEARCH },
    measure = { warmup = 0, max_samples = 1, timeout = wm.quick and "20s" or "5m" },
    tables = { { id = "models", title = "Models and properties", build = build } },
}
