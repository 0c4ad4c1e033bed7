-- Common code of the experiments on GRAPHITE 2012: E. Cormie-Bowins, A Comparison of Sequential and
-- GPU Implementations of Iterative Methods to Compute Reachability Probabilities (EPTCS 99).
--
-- The paper fixes: positive random integers at random positions, a diagonal that dominates, a
-- random integer vector b, a new system per trial, doubles in compressed rows, a thread per row on
-- the GPU, dot products by one GPU thread, BiCGStab without preconditioner, stopping when every
-- |s_i| <= ERROR, and the flag copied to the host after every iteration.
--
-- The paper leaves these open. They are chosen here:
--   ERROR                  1e-10
--   Jacobi's test          every |x'_i - x_i| < ERROR
--   iteration limit        10000
--   ranges of integers     1 .. 10 off the diagonal and in b
--   dominance              each diagonal entry is 1.1 times the sum of its row, rounded up
--   generator and seeds    random_dd, seeds from 1
--   start                  x = 0, and q = r = b - A x
--   the timed span         the iteration alone, without making, storing and copying the system
--
-- The sources of the paper's two programs are not public. The settings of generators `quicksort`
-- and `biased_die` were fitted, so that n and m of all 18 systems are the paper's.
local wm = require "warpmark"
local paper = require "papers.paper"

local graphite = {}

-- How random systems are measured. Fewer than six samples cannot tell two variants apart.
graphite.measure = { max_samples = 7, max_time = wm.quick and "200ms" or "30s" }

graphite.solve = { epsilon = 1e-10, criterion = "absolute", max_iterations = 10000 }

-- The paper's implementations, by place and method.
graphite.paper = {
    sequential = { jacobi = "jacobi/msr/f64/seq", bicgstab = "bicgstab_paper/msr/f64/seq" },
    cuda = { jacobi = "jacobi[vote=store]/msr/f64/cuda", bicgstab = "bicgstab_paper/msr/f64/cuda" },
}
-- The same as a list.
graphite.all = {
    graphite.paper.sequential.jacobi, graphite.paper.sequential.bicgstab,
    graphite.paper.cuda.jacobi, graphite.paper.cuda.bicgstab,
}
local titles = { jacobi = "Jacobi", bicgstab = "BiCGStab", sequential = "sequential",
                 cuda = "CUDA" }
local places = { "sequential", "cuda" }

-- Today's implementations, in this layout: the GPU decides itself whether to go on, and all its
-- threads take part in dot products.
function graphite.today(layout)
    return {
        jacobi = string.format("jacobi[loop=graph]/%s/f64/cuda", layout),
        bicgstab = string.format("bicgstab[loop=graph]/%s/f64/cuda", layout),
    }
end

-- All of these methods ("jacobi", "bicgstab") as a list of variants.
function graphite.variants(methods, layout)
    local list, today = {}, graphite.today(layout)
    for _, set in ipairs { graphite.paper.sequential, graphite.paper.cuda, today } do
        for _, method in ipairs(methods) do list[#list + 1] = set[method] end
    end
    return list
end

-- Problems ----------------------------------------------------------------------------------------

local programs = {
    random_quick_sort = { title = "random quick sort", generator = "quicksort" },
    biased_die = { title = "biased die", generator = "biased_die" },
}

-- Returns the rows of table 1, of one program or of both (nil).
function graphite.systems(program)
    local list = {}
    for _, row in ipairs(paper.rows("graphite12-t1-sizes.csv")) do
        if not program or row.algorithm == program then
            list[#list + 1] = {
                program = programs[row.algorithm].title,
                generator = programs[row.algorithm].generator,
                n = row.n, m = row.m, density = row.density,
            }
        end
    end
    return list
end

-- The systems of the programs themselves.
function graphite.chains(systems)
    local list = {}
    for _, system in ipairs(systems) do
        list[#list + 1] = {
            source = string.format("%s:n=%d", system.generator, system.n),
            label = string.format("%s %d", system.program, system.n),
            family = "chain", program = system.program, paper_n = system.n, paper_m = system.m,
            paper_density = system.density,
        }
    end
    return list
end

-- Random systems of the same n and m, one a trial; m counts the diagonal.
function graphite.random_alike(systems, trials)
    local list = {}
    for _, system in ipairs(systems) do
        for seed = 1, trials do
            list[#list + 1] = {
                source = string.format("random_dd:n=%d,density=%.12g,diagonal=counted,seed=%d",
                                       system.n, system.m / system.n ^ 2, seed),
                label = string.format("random like %s %d, %d", system.program, system.n, seed),
                family = "random", program = system.program, paper_n = system.n, paper_m = system.m,
                trial = seed,
            }
        end
    end
    return list
end

-- Times over the trials of a point ----------------------------------------------------------------

-- The cases of a variant at a point, one a trial; a point is a table of axes with their values.
local function trials(results, variant, point)
    local list = {}
    for _, case in ipairs(results.cases(point)) do
        if case.variant == variant then list[#list + 1] = case end
    end
    return list
end

local function median(sorted)
    local half = (#sorted + 1) // 2
    return (sorted[half] + sorted[#sorted + 1 - half]) / 2
end

-- Returns k such that the k-th and the k-th last of `count` ascending values enclose the median
-- with a probability of 95 %. Fewer than six values cannot; then the interval is all of them.
local function rank(count)
    -- below: probability that fewer than k of the values are below the median
    local k, below, ways = 1, 2.0 ^ -count, 1
    while true do
        ways = ways * (count - k + 1) / k
        below = below + ways * 2.0 ^ -count
        if below > 0.025 or k + 1 > count // 2 then return k end
        k = k + 1
    end
end

local function summary(middle, low, high)
    table.sort(middle)
    table.sort(low)
    table.sort(high)
    local k = rank(#middle)
    return { median(middle), low[k], high[#high + 1 - k], trials = #middle }
end

-- Median time of a variant over the trials of a point, with its interval: { time, low, high, trials
-- = }, or nil if no trial has a time. With few trials the interval covers those of all their
-- samples.
function graphite.time(results, variant, point)
    local middle, low, high = {}, {}, {}
    for _, case in ipairs(trials(results, variant, point)) do
        if case.solve then
            local from, to = results.interval(case, "solve")
            middle[#middle + 1] = case.solve
            low[#low + 1], high[#high + 1] = from or case.solve, to or case.solve
        end
    end
    if #middle > 0 then return summary(middle, low, high) end
end

-- The same of a's time over b's, trial by trial.
function graphite.ratio(results, a, b, point)
    local others, middle, low, high = {}, {}, {}, {}
    for _, case in ipairs(trials(results, b, point)) do others[case.problem] = case end
    for _, case in ipairs(trials(results, a, point)) do
        local other = others[case.problem]
        local ratio, from, to
        if other then ratio, from, to = results.ratio(case, other) end
        if ratio then
            middle[#middle + 1], low[#low + 1], high[#high + 1] = ratio, from or ratio, to or ratio
        end
    end
    if #middle > 0 then return summary(middle, low, high) end
end

-- Returns whether a ratio is surely more than 1 % below or above 1: "below", "above", or nil.
function graphite.side(ratio)
    if not ratio then return nil end
    return ratio[3] < 0.99 and "below" or ratio[2] > 1.01 and "above" or nil
end

function graphite.show(ratio)
    return ratio and string.format("%.3g [%.3g, %.3g]", ratio[1], ratio[2], ratio[3]) or "no time"
end

-- Returns why something cannot be judged: a variant has no time at all, or one of the points was
-- not run; nil if neither.
function graphite.missing(results, variants, points)
    local lack = paper.needs_gpu(results, variants)
    if lack then return lack end
    if results.quick and #points > 0 then return paper.quick end
    for _, point in ipairs(points) do
        if not results.problems(point)[1] then
            local axes = {}
            for axis, value in pairs(point) do
                axes[#axes + 1] = string.format("%s = %s", axis, value)
            end
            table.sort(axes)
            return table.concat(axes, ", ") .. " was not run"
        end
    end
    local timed, status = {}, {}
    for _, case in ipairs(results.cases {}) do
        timed[case.variant] = timed[case.variant] or case.solve ~= nil
        status[case.variant] = case.status
    end
    for _, variant in ipairs(variants) do
        if not timed[variant] then
            return string.format("%s has no time (%s)", variant, status[variant] or "not run")
        end
    end
end

-- Returns a verdict and its numbers, with a remark if it is not clear.
function graphite.judged(verdict, numbers)
    return verdict, verdict == nil and numbers
        .. "; not clear: within noise, or not all is measured" or numbers
end

-- Tables and figures ------------------------------------------------------------------------------

-- A table of times: `lines` are { cells = first cells, point = axes }, under `columns`; methods and
-- layout as for graphite.variants.
function graphite.times(results, lines, columns, methods, layout, notes)
    local today, some_failed = graphite.today(layout), false
    local out = { columns = columns, rows = {}, notes = notes }
    local function column(title, group, unit)
        columns[#columns + 1] = { title = title, group = group, unit = unit }
    end
    for _, place in ipairs(places) do
        for _, method in ipairs(methods) do
            column(titles[method], place == "cuda" and "CUDA, the paper's" or titles[place], "s")
        end
    end
    for _, method in ipairs(methods) do column(titles[method], "CUDA today, " .. layout, "s") end
    for _, method in ipairs(methods) do column(titles[method], "sequential / CUDA", "ratio") end
    for _, method in ipairs(methods) do column(titles[method], "sequential / today", "ratio") end
    if #methods > 1 then
        for _, place in ipairs(places) do column(titles[place], "Jacobi / BiCGStab", "ratio") end
    end
    for _, method in ipairs(methods) do column(titles[method], "iterations", "count") end

    for _, line in ipairs(lines) do
        local row = table.move(line.cells, 1, #line.cells, 1, {})
        local function add(cell) row[#row + 1] = cell or false end
        local function time(variant)
            local all = trials(results, variant, line.point)
            local it = graphite.time(results, variant, line.point)
            if not it then return add(all[1] and { mark = paper.why(all[1]) }) end
            if it.trials == #all then return add(it[1]) end
            some_failed = true
            add { it[1], mark = string.format("%d of %d", it.trials, #all) }
        end
        local function ratio(a, b)
            local it = graphite.ratio(results, a, b, line.point)
            add(it and it[1])
        end
        for _, place in ipairs(places) do
            for _, method in ipairs(methods) do time(graphite.paper[place][method]) end
        end
        for _, method in ipairs(methods) do time(today[method]) end
        for _, set in ipairs { graphite.paper.cuda, today } do
            for _, method in ipairs(methods) do
                ratio(graphite.paper.sequential[method], set[method])
            end
        end
        if #methods > 1 then
            for _, place in ipairs(places) do
                ratio(graphite.paper[place].jacobi, graphite.paper[place].bicgstab)
            end
        end
        for _, method in ipairs(methods) do
            local counts = {}
            for _, case in ipairs(trials(results, graphite.paper.sequential[method], line.point)) do
                counts[#counts + 1] = case.iterations
            end
            table.sort(counts)
            add(counts[(#counts + 1) // 2])
        end
        out.rows[#out.rows + 1] = row
    end
    if some_failed then
        table.insert(notes, 1, "K of N: only so many of the systems were solved")
    end
    return out
end

-- The paper's curves: time over x, one an implementation that has times; `points` are { x, point }.
function graphite.curves(results, points, methods)
    local curves = {}
    for _, place in ipairs(places) do
        for _, method in ipairs(methods) do
            local curve = { title = titles[method] .. ", " .. titles[place], points = {} }
            for _, at in ipairs(points) do
                local it = graphite.time(results, graphite.paper[place][method], at[2])
                if it then curve.points[#curve.points + 1] = { at[1], it[1], it[2], it[3] } end
            end
            if #curve.points > 0 then curves[#curves + 1] = curve end
        end
    end
    return curves
end

-- Note of tables about random systems: the values chosen here.
graphite.chosen = "entries up to 10, diagonals of 1.1 times their row, and the bound 1e-10 are "
    .. "chosen here: the paper does not give its own"

-- Returns the given notes and those of all tables; `trials` says over which times the medians are.
function graphite.notes(results, trials, ...)
    local notes = { ... }
    notes[#notes + 1] = "times are of the iteration alone, medians over " .. trials
    notes[#notes + 1] = "sequential / CUDA: how many times as fast CUDA is; Jacobi / BiCGStab: how "
        .. "many times as fast BiCGStab is"
    for _, line in ipairs(paper.machine(results)) do notes[#notes + 1] = line end
    return notes
end

-- Places where two implementations change order ---------------------------------------------------

-- Returns where the k-th entry of the points { x, middle, low, high } first (or last) rises from
-- below 1 to above it, on the line through both neighbours in logarithms.
local function zero(points, k, last)
    local found
    for i = 1, #points - 1 do
        local from, to = points[i], points[i + 1]
        if from[k] < 1 and to[k] >= 1 and (last or not found) then
            local share = -math.log(from[k]) / (math.log(to[k]) - math.log(from[k]))
            found = math.exp(math.log(from[1]) + share * (math.log(to[1]) - math.log(from[1])))
        end
    end
    return found
end

-- Returns where a's time over b's rises through 1 along the densities of a size: { density, low,
-- high }. Otherwise nil and the result: "nowhere" or "everywhere" surely above 1, at all densities,
-- or "not clear".
function graphite.crossing(results, a, b, n)
    local points, below, above = {}, 0, 0
    local densities = graphite.values(results, "density", { n = n })
    for _, density in ipairs(densities) do
        local ratio = graphite.ratio(results, a, b, { n = n, density = density })
        if ratio and ratio[2] > 0 and ratio[3] < math.huge then -- a few samples alone say nothing
            points[#points + 1] = { density, ratio[1], ratio[2], ratio[3] }
            local side = graphite.side(ratio)
            if side == "below" then below = below + 1
            elseif side == "above" then above = above + 1 end
        end
    end
    if #points == 0 then return nil, "not clear" end
    if below == #densities then return nil, "nowhere" end
    if above == #densities then return nil, "everywhere" end
    if points[1][4] < 1 and points[#points][3] > 1 then
        return { zero(points, 2), zero(points, 4), zero(points, 3, true) }
    end
    return nil, "not clear"
end

-- The values of an axis among the problems at a point, each once, in the order of the plan.
function graphite.values(results, axis, point)
    local list, seen = {}, {}
    for _, problem in ipairs(results.problems(point)) do
        local value = problem[axis]
        if value and not seen[value] then
            seen[value] = true
            list[#list + 1] = value
        end
    end
    return list
end

-- Rankings ----------------------------------------------------------------------------------------

-- Returns whether a variant's time is below ("below": it is best) or above ("above": it is worst)
-- those of the other three implementations at all points: true, false (surely not, at one point),
-- or nil; and the numbers.
function graphite.ranks(results, variant, side, points)
    local sure, wrong, open = 0, {}, {}
    for _, point in ipairs(points) do
        local here = true
        for _, other in ipairs(graphite.all) do
            if other ~= variant then
                local ratio = graphite.ratio(results, variant, other, point.point)
                local is = graphite.side(ratio)
                if is and is ~= side then
                    wrong[#wrong + 1] =
                        string.format("%s: %s of %s", point.title, graphite.show(ratio), other)
                elseif not is then
                    open[#open + 1] =
                        string.format("%s against %s: %s", point.title, other, graphite.show(ratio))
                end
                here = here and is == side
            end
        end
        if here then sure = sure + 1 end
    end
    local numbers =
        string.format("%s is surely %s at %d of %d sizes", variant,
                      side == "below" and "best" or "worst", sure, #points)
    if #wrong > 0 then
        return false, string.format("%s; its time at %s%s", numbers, wrong[1],
                                    #wrong > 1 and string.format(", and %d more", #wrong - 1) or "")
    end
    if sure == #points then return true, numbers end
    local missing = graphite.missing(results, graphite.all, {})
    if missing then return nil, missing end
    return nil, string.format("%s; within noise or not measured: %s%s", numbers, open[1],
                              #open > 1 and string.format(", and %d more", #open - 1) or "")
end

return graphite
