-- GRAPHITE 2012, figure 1: Jacobi against BiCGStab on random matrices of three sizes, by density,
-- sequential and CUDA.
--
-- The paper does not list its densities: here they are spaced about evenly by logarithm, and count
-- the off-diagonal entries among n (n - 1). It draws 20 systems a point; trials=20 does so, too.
-- papers/graphite12.lua lists the other things that the paper leaves open.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local paper = require "papers.paper"

local options = wm.options(
    { n = { 2000, 4000, 8000 }, density = { 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1 },
      trials = 2 },
    { n = { 200, 400 }, density = { 1e-3, 5e-3, 2e-2, 1e-1 }, trials = 2 })

local sizes = { 2000, 4000, 8000 } -- the paper's, which its claims are about
local sequential, cuda = graphite.paper.sequential, graphite.paper.cuda

local needed = {}
for _, n in ipairs(sizes) do needed[#needed + 1] = { n = n } end

-- Sizes in the order of the plan, each with its densities.
local function each_point(results)
    local points = {}
    for _, n in ipairs(graphite.values(results, "n", {})) do
        for _, density in ipairs(graphite.values(results, "density", { n = n })) do
            points[#points + 1] = { n = n, density = density }
        end
    end
    return points
end

-- The test of a claim that needs these variants at the paper's sizes.
local function at_paper_sizes(variants, judge)
    return function(results)
        local missing = graphite.missing(results, variants, needed)
        if missing then return nil, missing end
        return judge(results)
    end
end

local function cuda_helps_jacobi(results)
    local faster, slower, open, least, most, example = 0, 0, 0, nil, nil, nil
    for _, point in ipairs(each_point(results)) do
        local ratio = graphite.ratio(results, sequential.jacobi, cuda.jacobi, point)
        local side = graphite.side(ratio)
        if side == "above" then
            faster = faster + 1
        elseif side == "below" then
            slower = slower + 1
            example = example
                or string.format("; at n = %d, density %g: %s", point.n, point.density,
                                 graphite.show(ratio))
        else
            open = open + 1
        end
        if ratio then
            least = math.min(least or ratio[1], ratio[1])
            most = math.max(most or ratio[1], ratio[1])
        end
    end
    if not least then return nil, "no system has both times" end
    local numbers = string.format(
        "CUDA is %.3g to %.3g times as fast; faster at %d points, slower at %d, not clear at %d%s",
        least, most, faster, slower, open, example or "")
    if slower > 0 then return false, numbers end
    return graphite.judged(open == 0 or nil, numbers)
end

-- The crossing of a and b at each of the paper's sizes, and all of them as text.
local function crossings(results, a, b)
    local list, text = {}, {}
    for k, n in ipairs(sizes) do
        local crossing, known = graphite.crossing(results, a, b, n)
        list[k] = crossing or known
        text[k] =
            string.format("%s at n = %d",
                          crossing and "from density " .. graphite.show(crossing) or known, n)
    end
    return list, table.concat(text, ", ")
end

-- Returns from which density on CUDA is faster at a size: nowhere, from a density on, everywhere.
local function earliness(crossing)
    return ({ nowhere = 1, everywhere = 3 })[crossing] or type(crossing) == "table" and 2 or nil
end

-- Holds where CUDA is surely slower at the lowest density of the smallest size and surely faster at
-- the highest of the largest, and the density from which on it pays does not surely rise with n.
local function cuda_helps_large_bicgstab(results)
    local list, text = crossings(results, sequential.bicgstab, cuda.bicgstab)
    local numbers = "CUDA is faster: " .. text
    if list[1] == "everywhere" or list[#list] == "nowhere" then return false, numbers end
    local open, before = earliness(list[1]) == nil, list[1]
    for k = 2, #list do
        local here, now = list[k], earliness(list[k])
        local was = earliness(before)
        if not now then
            open = true
        else
            if was and now < was then return false, numbers end
            if was == 2 and now == 2 and here[2] > before[3] then return false, numbers end
            before = here
        end
    end
    return graphite.judged(not open or nil, numbers)
end

-- Holds where, at each size and place, Jacobi is surely faster at the lowest density and BiCGStab
-- at the highest.
local function density_decides(results)
    local verdict, numbers = true, {}
    for _, place in ipairs { "sequential", "cuda" } do
        local list, text =
            crossings(results, graphite.paper[place].jacobi, graphite.paper[place].bicgstab)
        for _, crossing in ipairs(list) do
            if crossing == "not clear" then
                verdict = paper.both(verdict, nil)
            elseif type(crossing) ~= "table" then
                verdict = false
            end
        end
        numbers[#numbers + 1] = place .. ", BiCGStab is faster: " .. text
    end
    return graphite.judged(verdict, table.concat(numbers, "; "))
end

-- Holds where the intervals of the crossings lie below one another as n grows, at both places.
local function crossing_falls(results)
    local verdict, numbers = true, {}
    for _, place in ipairs { "sequential", "cuda" } do
        local list, text =
            crossings(results, graphite.paper[place].jacobi, graphite.paper[place].bicgstab)
        for k = 2, #list do
            local before, after = list[k - 1], list[k]
            if type(before) ~= "table" or type(after) ~= "table" then
                verdict = paper.both(verdict, nil)
            elseif after[2] >= before[3] then
                verdict = false
            elseif after[3] >= before[2] then
                verdict = paper.both(verdict, nil)
            end
        end
        numbers[#numbers + 1] = place .. ", BiCGStab is faster: " .. text
    end
    return graphite.judged(verdict, table.concat(numbers, "; "))
end

return wm.experiment {
    name = "graphite12-figure1",
    title = "Jacobi and BiCGStab on random matrices, by density",
    paper = "GRAPHITE 2012, figure 1",
    problems = wm.grid {
        "random_dd",
        n = options.n,
        density = options.density,
        seed = wm.seeds(options.trials),
        order = { "n", "density", "seed" },
    },
    variants = graphite.variants({ "jacobi", "bicgstab" }, "wl"),
    solve = graphite.solve,
    measure = graphite.measure,
    figures = {
        {
            id = "figure1", title = "Time to solve random systems, by density",
            build = function(results)
                local panels = {}
                for _, n in ipairs(graphite.values(results, "n", {})) do
                    local points = {}
                    for _, density in ipairs(graphite.values(results, "density", { n = n })) do
                        points[#points + 1] = { density, { n = n, density = density } }
                    end
                    panels[#panels + 1] = {
                        title = string.format("n = %d", n),
                        curves = graphite.curves(results, points, { "jacobi", "bicgstab" }),
                    }
                end
                return {
                    x = { title = "density" }, y = { title = "time to solve", unit = "s" },
                    log = "xy", kind = "lines", panels = panels,
                }
            end,
        },
    },
    tables = {
        {
            id = "times", title = "Time to solve random systems, by density",
            build = function(results)
                local lines = {}
                for _, point in ipairs(each_point(results)) do
                    lines[#lines + 1] = { cells = { point.n, { point.density, mark = "chosen" } },
                                          point = point }
                end
                return graphite.times(
                    results, lines, { { title = "n", unit = "count" },
                                      { title = "density", unit = "number" } },
                    { "jacobi", "bicgstab" }, "wl",
                    graphite.notes(results,
                                   string.format("%d random systems (the paper: 20)",
                                                 options.trials),
                                   "chosen: the paper does not list its densities, nor how they "
                                       .. "are counted",
                                   graphite.chosen))
            end,
        },
    },
    claims = {
        { id = "G1", text = "CUDA always makes Jacobi faster on random matrices",
          test = at_paper_sizes({ sequential.jacobi, cuda.jacobi }, cuda_helps_jacobi) },
        { id = "G2", text = "CUDA BiCGStab pays only for larger, denser matrices",
          test = at_paper_sizes({ sequential.bicgstab, cuda.bicgstab },
                                cuda_helps_large_bicgstab) },
        { id = "G3", text = "BiCGStab beats Jacobi on denser matrices, Jacobi on very sparse ones",
          test = at_paper_sizes(graphite.all, density_decides) },
        { id = "G4", text = "the density at which the order changes falls as the size grows",
          test = at_paper_sizes(graphite.all, crossing_falls) },
    },
    expect = { "not_converged" },
}
