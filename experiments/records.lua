-- The gain of compressing the matrix: one sweep in layouts pattern, sdia and panels beside the
-- papers' layouts and cuSPARSE, on the papers' chains at sizes that fill a card. On three small
-- chains loop=resident is compared with the papers' loop. `make bench-sweep` measures one core and
-- two. docs/records.md has the expected results.
--
-- Every sweep makes the convergence test, on a card in a CUDA graph; with this epsilon Jacobi
-- converges on all of these chains. A case's first solve is a whole one, and is checked; the time
-- of a sweep is that of a block of 200. Where a whole solve would take a minute (the largest tandem
-- in most layouts) there is no answer, and the case says so.
-- The traffic is a layout's own arrays once, x read and x' written once; with temporal_block=k, a
-- k-th part.
-- Table auto and its claim: what layout auto chose, beside the fastest layout without a library.
local wm = require "warpmark"
local paper = require "papers.paper"

local options = wm.options({
    tandem = { 4095 }, small = { 22, 63, 180 }, cluster = { 572 }, kanban = { 6 }, fms = { 8 },
    polling = { 18 }, herman = { 17 }, random = { 30000 },
}, {
    tandem = { 255 }, small = { 22, 63 }, cluster = { 26 }, kanban = { 3 }, fms = { 3 },
    polling = { 8 }, herman = { 9 }, random = { 500 },
})

local layouts = "jacobi[loop=graph]/{msr,wl,cmsr,cwl,cusparse,pattern,sdia,panels,auto}/f64/cuda"
local single = "jacobi[loop=graph]/{msr,panels,auto}/f32/cuda"
local by_slice = "jacobi[loop=graph,walk=slice]/sdia/f64/cuda"
local lines = "jacobi[loop=graph]/{pattern,auto}/f32/cuda"
local at_once = "jacobi[loop=graph,temporal_block={2,3,4}]/pattern/f64/cuda"
local rows = "jacobi[loop=graph,rows={4,8,16}]/pattern/f64/cuda"
local loops = { "jacobi[vote=store]/msr/f64/cuda", "jacobi[loop=graph]/msr/f64/cuda",
                "jacobi[loop=resident]/{msr,cmsr}/f64/cuda" }

-- The variants of each size of a chain. counted: sizes that are solved from beginning to end; nil:
-- all. small: sizes that do not fill a card.
local plan = {
    { source = "tandem:c=%d", sizes = options.tandem, variants = { layouts, lines, at_once, rows },
      counted = { "jacobi[loop=graph]/{pattern,auto}/f64/cuda", at_once } },
    { source = "cluster:n=%d", sizes = options.cluster, variants = { layouts, by_slice } },
    { source = "kanban:t=%d", sizes = options.kanban, variants = { layouts, by_slice } },
    { source = "fms:n=%d", sizes = options.fms,
      variants = { layouts, by_slice, "jacobi[loop=graph]/{msr,pattern,sdia}+bfs/f64/cuda" } },
    { source = "polling:n=%d", sizes = options.polling, variants = { layouts, by_slice } },
    { source = "herman:n=%d", sizes = options.herman, variants = { layouts, single } },
    { source = "random_dd:n=%d,density=0.1", label = "random %d", sizes = options.random,
      variants = { layouts, single } },
    { source = "tandem:c=%d", sizes = options.small, variants = loops, small = true },
}

local problems, variants, seen = {}, {}, {}
for _, part in ipairs(plan) do
    -- there may be no GPU
    if wm.quick then table.insert(part.variants, "jacobi/{msr,pattern,sdia,auto}/f64/seq") end
    for _, size in ipairs(part.sizes) do
        local source = string.format(part.source, size)
        local label = string.format(part.label or part.source:gsub(":.=", " "), size)
        problems[#problems + 1] = { source = source, label = label, variants = part.variants,
                                    counted = part.counted
                                        or part.variants, small = part.small and "yes" or "no" }
    end
    for _, variant in ipairs(part.variants) do
        if not seen[variant] then variants[#variants + 1] = variant end
        seen[variant] = true
    end
end

local libraries = { cusparse = true, cusparse_sell = true }

-- Layouts, without options except the loop in which they are compared.
local plain = wm.quick and "place=seq" or "variant=jacobi[loop=graph]/*"

-- The loop that layouts are compared in.
local function loop_at(place)
    return place == "cuda" and "[loop=graph]" or ""
end

-- Returns the layout that auto chose; nil if it was not built.
local function choice(case)
    return case.note and case.note:match "%f[%w]auto: ([%w_]+)"
end

-- Returns the fastest of the layouts that auto may choose, for its case; nil if none has a time.
local function fastest(results, auto)
    local best
    for _, case in ipairs(results.cases { problem = auto.problem, place = auto.place,
                                          precision = auto.precision }) do
        local plain =
            string.format("jacobi%s/%s/%s/%s", loop_at(case.place), case.layout, case.precision,
                          case.place)
        if case.variant == plain and case.layout ~= "auto" and not libraries[case.layout]
            and case.per_iteration
            and (not best or case.per_iteration < best.per_iteration) then
            best = case
        end
    end
    return best
end

local function choices(results)
    local rows = {}
    for _, auto in ipairs(results.cases { layout = "auto" }) do
        local best = fastest(results, auto)
        rows[#rows + 1] = {
            auto.problem, auto.place, auto.precision, choice(auto) or paper.why(auto),
            auto.per_iteration, best and best.layout, best and best.per_iteration,
            best and results.ratio(auto, best, "per_iteration"),
        }
    end
    return {
        columns = {
            { title = "problem" }, { title = "place" }, { title = "precision" },
            { title = "layout", group = "auto" }, { title = "sweep", group = "auto", unit = "s" },
            { title = "layout", group = "fastest" },
            { title = "sweep", group = "fastest", unit = "s" },
            { title = "ratio", unit = "ratio" },
        },
        rows = rows,
    }
end

-- If the choice is the fastest layout, both cases run the same code, and their ratio says nothing.
local function chooses_well(results)
    local worst, where, open = 1, "each is the fastest", nil
    if results.quick then return nil, "small instances" end
    for _, auto in ipairs(results.cases { layout = "auto" }) do
        local best = fastest(results, auto)
        local name = string.format("%s, %s, %s", auto.problem, auto.precision, auto.place)
        if not best or not auto.per_iteration then
            open = open or name .. ": " .. (paper.why(auto) or "nothing to compare with")
        elseif choice(auto) ~= best.layout then
            local ratio, low, high = results.ratio(auto, best, "per_iteration")
            if not ratio then
                open = open or name .. ": no times to compare"
            elseif low > 1.1 then
                return false, name .. ": " .. results.show(ratio, "ratio")
            elseif high > 1.1 then
                open = open or name .. ": " .. results.show(ratio, "ratio") .. ", but for noise"
            elseif ratio > worst then
                worst, where = ratio, name
            end
        end
    end
    if open then return nil, open end
    return true, "at most " .. results.show(worst, "ratio") .. " (" .. where .. ")"
end

return wm.experiment {
    name = "records",
    title = "One sweep in layouts that compress the matrix",
    problems = problems,
    variants = variants,
    solve = { epsilon = 1e-3 },
    measure = { iterations = 200, count_iterations = false,
                max_time = wm.quick and "50ms" or "400ms", timeout = "10m", copy_samples = 20 },
    figures = {
        { id = "sweep", title = "Time of one sweep, by layout", kind = "bars", x = "problem",
          y = "per_iteration", log = "y", where = "small=no,precision=f64,order=native," .. plain },
        { id = "loops", title = "Time of one sweep of a small system, by loop", kind = "bars",
          x = "n", y = "per_iteration", log = "y", where = "small=yes" },
    },
    tables = {
        { id = "sweep", title = "Time of one sweep", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "traffic", title = "Bytes that a sweep moves at least", rows = "variant",
          columns = "problem", value = "traffic" },
        { id = "share", title = "Share of the speed of a copy", rows = "variant",
          columns = "problem", value = "copy_share" },
        { id = "build", title = "Time to build a layout", rows = "variant", columns = "problem",
          value = "t_layout" },
        { id = "auto", title = "What layout auto chose, and the fastest choice", build = choices },
    },
    claims = {
        {
            id = "auto",
            text = "layout auto takes at most 1.1 times as long as the fastest choice",
            test = chooses_well,
        },
    },
}
