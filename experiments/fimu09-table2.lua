-- FIMU-RS-2009-05, table 2: states, transitions, rounds and sweeps of MAP on the GPU, and the time
-- of one sweep.
--
-- Rounds and sweeps are the same at every place, so a run without a GPU compares them too. They
-- differ a little from the paper's, which does not say how it numbers rows and counts.
local wm = require "warpmark"
local paper = require "papers.paper"
local fimu09 = require "papers.fimu09"

local published = fimu09.published "fimu09-t2-statistics.csv"

-- place where rounds and sweeps are counted
local options = wm.options({ places = "cuda" }, { places = "cuda,omp" })
local places = "/csr/u32/{" .. options.places .. "}"

local function problem(results, model, part)
    return results.problems { model = model.name, part = part }[1]
end

local function build(results)
    local rows = {}
    for _, model in ipairs(fimu09.models) do
        local theirs, row = published[model.name], { model.name }
        for _, field in ipairs { "n", "nnz" } do
            for _, part in ipairs { "generated", "stored" } do
                local column = part .. (field == "n" and "_states" or "_transitions")
                fimu09.add_exact(row, theirs[column], problem(results, model, part)[field], model)
            end
        end
        local map = fimu09.counted(results, model, "stored", "map")
        local sweep = fimu09.case(results, model, "stored", "map/csr/u32/cuda")
        local today = fimu09.case(results, model, "stored", "map[loop=graph]/csr/u32/cuda")
        fimu09.add_exact(row, theirs.accepting_cycle, fimu09.has_cycle(map), model, map)
        fimu09.add_exact(row, theirs.map_iterations, map and map.outer, model, map)
        fimu09.add_exact(row, theirs.kernel_executions, map and map.sweeps, model, map)
        fimu09.add_factor(row, theirs.avg_kernel_ms / 1000, sweep and sweep.per_iteration, model,
                          sweep)
        row[#row + 1] = fimu09.cell(today and today.per_iteration, model, today) or false
        rows[#rows + 1] = row
    end
    return {
        columns = paper.heads {
            "model text", "states generated: == count", "states stored: == count",
            "transitions generated: == count", "transitions stored: == count",
            "accepting cycle: == text", "rounds: == count", "sweeps: == count",
            "sweep on the GPU: = s", "today: loop=graph s",
        },
        rows = rows,
        notes = fimu09.notes(results, rows, {
            "A sweep's time is that of a solve over its sweeps, with a look at a flag after each, "
                .. "or as a CUDA graph.",
        }),
    }
end

-- L6: over the identified models, at most three quarters of the edges, and of the edges that all
-- sweeps together see.
local function omission(results)
    if fimu09.uncounted(results) then return nil, fimu09.uncounted(results) end
    local forms = {
        { part = "stored", method = "map", name = "stored" },
        { part = "generated", method = "map", name = "generated" },
    }
    local edges, words = fimu09.totals(results, forms, function(case) return case.nnz end)
    if not edges then return nil, words end
    local seen, why =
        fimu09.totals(results, forms,
                      function(case) return case.sweeps and case.sweeps * case.nnz end)
    if not seen then return nil, why end
    return 4 * edges[1] <= 3 * edges[2] and 4 * seen[1] <= 3 * seen[2],
        string.format("stored over generated: %.2f of the edges, %.2f of the edges seen in all "
                      .. "sweeps; edges: %s", edges[1] / edges[2], seen[1] / seen[2], words)
end

-- L7: a sweep takes 11 to 58 ms on each of the identified models.
local function sweep_time(results)
    if fimu09.unable(results) then return nil, fimu09.unable(results) end
    local low, high
    for _, model in ipairs(fimu09.models) do
        if fimu09.identified(model) then
            local case = fimu09.case(results, model, "stored", "map/csr/u32/cuda")
            local time = case and case.per_iteration
            if not time then return nil, model.name .. " on the GPU: " .. fimu09.reason(case) end
            low, high = math.min(low or time, time), math.max(high or time, time)
        end
    end
    return low >= 0.011 and high <= 0.058,
        string.format("a sweep takes %s to %s", results.show(low, "s"),
                      results.show(high, "s")), { low, high }
end

return wm.experiment {
    name = "fimu09-table2",
    title = "Accepting cycles: statistics of MAP",
    paper = "FIMU-RS-2009-05, table 2",
    problems = fimu09.problems { "generated", "stored" },
    variants = { "map" .. places, "map[loop=graph]/csr/u32/cuda" },
    measure = { warmup = 0, max_samples = wm.quick and 2 or 3,
                max_time = wm.quick and "50ms" or "2s", timeout = wm.quick and "20s" or "2m" },
    tables = { { id = "statistics", title = "Statistics of MAP", build = build } },
    claims = {
        { id = "L6", test = omission,
          text = "Omitting the parts without accepting vertices reduces matrix and repropagations "
              .. "significantly" },
        { id = "L7", test = sweep_time, magnitude = { low = 0.011, high = 0.058, unit = "s" },
          text = "One kernel call takes 11 to 58 ms on graphs of this size" },
    },
}
