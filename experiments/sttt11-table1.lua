-- STTT 13 (2011), table 1: the properties of the chains: states, iterations, and the memory of
-- matrix and vectors.
--
-- A solve in today's layout counts the iterations; PRISM's layout is built for its bytes and makes
-- one sweep.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local options = wm.options({
    herman = { 15, 17 }, cluster = { 122, 230, 320, 410, 446, 464, 500, 572 },
    tandem = { 255, 511, 1023, 2047, 3070, 3588, 4095 },
}, { herman = { 15 }, cluster = { 122 }, tandem = { 255, 511 } })

local models = { "herman", "cluster", "tandem" }
local problems = {}
for _, model in ipairs(models) do
    local _, today = spin09.record(model)
    -- SPIN 2009's tables count the iterations of the others with --quick.
    local with = model == "tandem" and spin09.counted or spin09.problems
    table.move(with(model, options[model], { spin09.prism, today }), 1, #options[model],
               #problems + 1, problems)
end
local variants, whole = spin09.variants({}, problems)
local measure = spin09.measure(whole)
measure.iterations, measure.max_samples = 1, 1

local published = paper.rows("sttt11-t1-properties.csv")

local function properties(results)
    local columns = paper.heads {
        "model text | instance text", "n: == count",
        "iterations: == count | proven error bound", "MiB: == count",
        "today: layout text | memory B",
    }
    local rows, cases = {}, {}
    local function add(model, size, title, given)
        local layout, today = spin09.record(model)
        local row = { model, title }
        spin09.append(row, paper.exact(given.n, spin09.problem(results, model, size).n))
        spin09.append_iterations(row, results, model, size, given, cases)
        local bytes = spin09.memory(spin09.case(results, model, size, spin09.prism))
        spin09.append(row, paper.exact(given.gpu_mb, spin09.mebibytes(bytes)))
        spin09.append(row, layout, spin09.memory(spin09.case(results, model, size, today)))
        rows[#rows + 1] = row
    end
    for _, model in ipairs(models) do
        local own = { names = published.names }
        for _, row in ipairs(published) do if row.model == model then own[#own + 1] = row end end
        for _, item in ipairs(spin09.sizes(results, model, own, "instance")) do
            add(model, item.size, item.title, item.row)
        end
    end
    return { columns = columns, rows = rows, notes = spin09.notes(results, rows, cases) }
end

return wm.experiment {
    name = "sttt11-table1",
    title = "Properties of the chains",
    paper = "STTT 13 (2011), table 1",
    problems = problems,
    variants = variants,
    solve = paper.solve,
    measure = measure,
    tables = { { id = "properties", title = "Properties of the chains", build = properties } },
}
