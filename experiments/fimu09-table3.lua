-- FIMU-RS-2009-05, table 3: the time to make the matrix, MAP on the GPU, MAP and OWCTY on the CPU.
-- Beyond the paper: other searches on the GPU, all cores, and a search in linear time. For the
-- claims MAP also runs with the order of vertices reversed, and by predecessors.
--
-- All methods search the matrix that was made once, the part that the paper stores; fimu09-table4
-- searches on the fly. A solve is timed as a whole: the first round of MAP has no time of its own.
local wm = require "warpmark"
local paper = require "papers.paper"
local fimu09 = require "papers.fimu09"

-- MAP in other orders and directions
local options = wm.options({ places = "cuda" }, { places = "cuda,omp" })
local places = "/csr/u32/{" .. options.places .. "}"

local published = fimu09.published "fimu09-t3-times.csv"

local CUDA = "map/csr/u32/cuda"
-- One core takes minutes for MAP on the whole graph of a model with a cycle, where the paper's
-- stopped at the cycle, on the fly: fimu09-table4 has that.
local CORE = "map/csr/u32/seq"
local TODAY = { "map[loop=graph]", "map[sweeps=inplace]", "owcty" } -- on the GPU
local MAPS = { "map", "map[loop=graph]", "map[sweeps=inplace]" } -- the same

local function matrix_time(case)
    return case and case.t_generate and case.t_layout and case.t_generate + case.t_layout
end

-- Returns the time of everything except the matrix; nil if the case has no time.
local function search_time(case)
    return case and case.t_total and case.t_total - matrix_time(case)
end

-- Returns the fastest of these methods on the GPU on the model's graph, and its name; if none has a
-- time, a case that is not ok.
local function fastest(results, model, methods)
    local best, name
    for _, method in ipairs(methods) do
        local case = fimu09.case(results, model, "stored", method .. "/csr/u32/cuda")
        if case and (not best
                     or case.t_total and (not best.t_total or case.t_total < best.t_total)) then
            best, name = case, method
        end
    end
    return best, name
end

local function add_row(rows, results, model, theirs)
    local function case(variant) return fimu09.case(results, model, "stored", variant) end
    local function total(variant) return case(variant) and case(variant).t_total end
    local cuda, map, owcty = case(CUDA), case(CORE), case "owcty/csr/u32/seq"
    local verdict = map and map.status == "ok" and map or owcty
    local row = { model.name }
    fimu09.add_exact(row, theirs.accepting_cycle, fimu09.has_cycle(verdict), model, verdict)
    fimu09.add_factor(row, theirs.csr_s, matrix_time(owcty), model, owcty)
    fimu09.add_factor(row, theirs.cuda_s, search_time(cuda), model, cuda)
    fimu09.add_factor(row, theirs.cuda_map_total_s, cuda and cuda.t_total, model, cuda)
    for _, column in ipairs { "cpu_map_first_iteration_s", "cpu_map_other_iterations_s" } do
        row[#row + 1] = theirs[column] or false
        row[#row + 1] = { mark = "¶" }
    end
    fimu09.add_factor(row, theirs.cpu_map_total_s, map and map.t_total, model, map)
    fimu09.add_exact(row, theirs.cpu_map_iterations, map and map.outer, model, map)
    fimu09.add_factor(row, theirs.owcty_reachability_s, owcty and owcty.t_generate, model, owcty)
    fimu09.add_factor(row, theirs.owcty_total_s, owcty and owcty.t_total, model, owcty)
    local best, method = fastest(results, model, TODAY)
    row[#row + 1] = fimu09.cell(best and best.t_total, model, best) or false
    row[#row + 1] = best and best.t_total and method or false
    for _, variant in ipairs { "map/csr/u32/omp", "owcty/csr/u32/omp", "tarjan/csr/u32/seq" } do
        row[#row + 1] = fimu09.cell(total(variant), model, case(variant)) or false
    end
    rows[#rows + 1] = row
end

local function build(results)
    local rows = {}
    for _, model in ipairs(fimu09.models) do
        add_row(rows, results, model, published[model.name])
    end
    return {
        columns = paper.heads {
            "model text", "accepting cycle: == text", "CSR: = s", "CUDA: = s",
            "CUDA MAP, total: = s", "CPU MAP, first iteration: == s",
            "CPU MAP, other iterations: == s", "CPU MAP, total: = s",
            "CPU MAP, iterations: == count", "OWCTY, reachability: = s", "OWCTY, total: = s",
            "today, total: fastest on the GPU s | which text | MAP, all cores s | "
                .. "OWCTY, all cores s | Tarjan, one core s",
        },
        rows = rows,
        notes = fimu09.notes(results, rows, {
            "CSR: generation, on all cores, and the layout of OWCTY. CUDA: upload, search and "
                .. "download. Reachability: generation. The paper's MAP and OWCTY generate as they "
                .. "search; here fimu09-table4 does, and has MAP on one core for models with a "
                .. "cycle.",
        }),
    }
end

-- How much faster MAP is on the GPU than MAP and Tarjan on one core: the search alone, with upload
-- and download, and end to end, with the generation of the graph.
local function build_searches(results)
    local rows = {}
    for _, model in ipairs(fimu09.models) do
        local best, method = fastest(results, model, MAPS)
        local row, quick = { model.name }, search_time(best)
        for _, variant in ipairs { "map/csr/u32/seq", "tarjan/csr/u32/seq", CUDA } do
            local case = fimu09.case(results, model, "stored", variant)
            row[#row + 1] = fimu09.cell(search_time(case), model, case) or false
        end
        row[#row + 1] = fimu09.cell(quick, model, best) or false
        row[#row + 1] = quick and method or false
        local ends = {}
        for _, variant in ipairs { "map/csr/u32/seq", "tarjan/csr/u32/seq" } do
            local case = fimu09.case(results, model, "stored", variant)
            local slow = search_time(case)
            row[#row + 1] = quick and slow and slow / quick or false
            ends[#ends + 1] = quick and slow and case.t_total / best.t_total or false
        end
        row[#row + 1] = fimu09.cell(best and best.t_total, model, best) or false
        row[#row + 1], row[#row + 2] = ends[1], ends[2]
        rows[#rows + 1] = row
    end
    return {
        columns = paper.heads {
            "model text", "one core: MAP s | Tarjan s",
            "GPU: MAP, the paper's s | MAP, fastest s | which text",
            "GPU, fastest MAP: over MAP on one core ratio | over Tarjan ratio",
            "end to end: time s | over MAP on one core ratio | over Tarjan ratio",
        },
        rows = rows,
        notes = fimu09.notes(results, rows, {
            "One core and GPU: the search in the stored graph, with upload and download. End to "
                .. "end: generation and layout, too.",
        }),
    }
end

-- End to end by model: the paper's three programs, and Tarjan.
local function draw(results)
    local curves = {}
    for _, curve in ipairs { { "CUDA MAP", CUDA }, { "CPU MAP", CORE },
                             { "OWCTY", "owcty/csr/u32/seq" },
                             { "Tarjan", "tarjan/csr/u32/seq" } } do
        local points = {}
        for _, model in ipairs(fimu09.models) do
            local case = fimu09.case(results, model, "stored", curve[2])
            if case and case.t_total then points[#points + 1] = { model.name, case.t_total } end
        end
        if #points > 0 then curves[#curves + 1] = { title = curve[1], points = points } end
    end
    return { x = { title = "model" }, y = { title = "time", unit = "s" }, log = "y", kind = "bars",
             curves = curves }
end

-- L3: over the identified models, more than half of the whole time of MAP on the GPU.
local function matrix_dominates(results)
    if fimu09.unable(results) then return nil, fimu09.unable(results) end
    local words = {}
    local function cuda(model) return fimu09.case(results, model, "stored", CUDA) end
    local all, without =
        fimu09.sum(fimu09.identified,
                   function(model) return cuda(model) and cuda(model).t_total end)
    if not all then
        return nil, without .. " on the GPU: "
            .. fimu09.reason(results.case { model = without, variant = CUDA })
    end
    local csr = fimu09.sum(fimu09.identified, function(model)
        local case = cuda(model)
        words[#words + 1] =
            string.format("%s %.0f %%", model.name, 100 * matrix_time(case) / case.t_total)
        return matrix_time(case)
    end)
    return fimu09.judged(fimu09.above(csr / all, 0.5), string.format(
        "%s of %s in all; %s", results.show(csr, "s"), results.show(all, "s"), table.concat(words,
            ", ")))
end

local function sweeps(case) return case.sweeps end
local function rounds(case) return case.outer end

-- L4: over the identified models, at most half the sweeps of the forward order.
local function inverse_order(results)
    if fimu09.uncounted(results) then return nil, fimu09.uncounted(results) end
    local sums, words = fimu09.totals(results, {
        { part = "stored", method = "map", name = "inverse" },
        { part = "stored", method = "map[ordering=forward]", name = "forward" },
    }, sweeps)
    if not sums then return nil, words end
    return 2 * sums[1] <= sums[2], "sweeps, inverse against forward: " .. words
end

-- L5: fewer rounds in all, over the identified models.
local function successors(results)
    if fimu09.uncounted(results) then return nil, fimu09.uncounted(results) end
    local sums, words = fimu09.totals(results, {
        { part = "stored", method = "map", name = "successors" },
        { part = "stored", method = "map[orientation=pred]", name = "predecessors" },
    }, rounds)
    if not sums then return nil, words end
    return sums[1] < sums[2], "rounds, successors against predecessors: " .. words
end

-- Not CORE where there is a cycle.
local searches = {
    "map[loop={host,graph}]/csr/u32/cuda", "map[sweeps=inplace]/csr/u32/cuda",
    "owcty/csr/u32/{seq,omp,cuda}",
    "map/csr/u32/omp", "tarjan/csr/u32/seq", "map[ordering=forward]" .. places,
    "map[orientation=pred]" .. places,
}
local problems = fimu09.problems { "stored" }
for _, problem in ipairs(problems) do
    if published[problem.model].accepting_cycle == "Y" and not wm.quick then
        problem.variants = searches
    end
end

return wm.experiment {
    name = "fimu09-table3",
    title = "Accepting cycles: run times",
    paper = "FIMU-RS-2009-05, table 3",
    problems = problems,
    variants = { CORE, table.unpack(searches) },
    measure = { warmup = 0, max_samples = wm.quick and 2 or 3,
                max_time = wm.quick and "50ms" or "2s", timeout = wm.quick and "20s" or "5m" },
    figures = { { id = "total", title = "End to end", build = draw } },
    tables = {
        { id = "times", title = "Run times", build = build },
        { id = "searches", title = "Searches, and what a GPU brings", build = build_searches },
    },
    claims = {
        { id = "L3", test = matrix_dominates, text = "Building the CSR dominates the total" },
        { id = "L4", test = inverse_order,
          text = "Inverse ordering of vertices keeps the number of inner iterations very small" },
        { id = "L5", test = successors,
          text = "Maximal accepting successors need fewer outer iterations than predecessors" },
    },
}
