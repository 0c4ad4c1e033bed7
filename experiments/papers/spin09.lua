-- What the tables and figures of SPIN 2009 and STTT 2011 share: their chains, their kernel and PRISM's, how times and
-- speedups come out of the results, and the rules by which claims are judged.
--
-- Both papers keep the matrix in PRISM's compact words, as their memory shows (it jumps where the words no longer fit);
-- so "theirs" is layout cmsr with one thread a row, a flag stored by each row that has not converged, and a host that
-- reads it after every sweep. One such solve is timed as a whole. PRISM's own sweep on one core is timed over some
-- iterations, and a solve is said to take as many as the GPU's solve took: marked * wherever it shows.
local wm = require "warpmark"
local paper = require "papers.paper"

local theirs = "jacobi[vote=store]/cmsr/f64/cuda"
local prism = "jacobi/cmsr/f64/seq"
local cores = "jacobi/sdia/f64/omp"
local counter = "jacobi/sdia/f64/seq" -- counts iterations with --quick, where there may be no GPU

-- Layouts that are the fastest on today's cards, by chain; the best of them is shown.
local fast = {
    herman = { "cusparse", "sscan", "sdia" },
    cluster = { "sdia", "cmsr" },
    tandem = { "pattern", "sdia" },
}

local parameter = { herman = "n", cluster = "n", tandem = "c" }

local function label(model, size)
    return string.format("%s %d", model, size)
end

local function problems(model, sizes)
    local list = {}
    for _, size in ipairs(sizes) do
        list[#list + 1] = {
            source = string.format("%s:%s=%d", model, parameter[model], size),
            label = label(model, size), model = model, size = size,
        }
    end
    return list
end

local function today(layout)
    return "jacobi[loop=graph]/" .. layout .. "/f64/cuda"
end

-- The variants of the tables, and those of them that are timed as a whole. models: list of chains.
local function variants(models)
    local list, whole, seen = { theirs, prism, cores }, { theirs }, {}
    for _, model in ipairs(models) do
        for _, layout in ipairs(fast[model]) do
            if not seen[layout] then
                list[#list + 1], whole[#whole + 1] = today(layout), today(layout)
            end
            seen[layout] = true
        end
    end
    if wm.quick then list[#list + 1], whole[#whole + 1] = counter, counter end
    return list, whole
end

-- measure: solves of `whole` as a whole, all others in blocks. A block has half a sweep beside its iterations.
local function measure(whole)
    return {
        warmup = 0, max_samples = wm.quick and 3 or 12, max_time = wm.quick and "50ms" or "1s",
        iterations = wm.quick and 20 or 50, count_iterations = false, whole = whole,
        timeout = wm.quick and "2m" or "9m",
    }
end

-- Results

local function case_of(results, model, size, variant)
    return results.case { problem = label(model, size), variant = variant }
end

-- Of a solve in double precision, whatever the variant: all take the same number. nil: none was counted.
local function iterations(results, model, size)
    for _, case in ipairs(results.cases { problem = label(model, size), precision = "f64" }) do
        if case.iterations then return case.iterations end
    end
end

-- Seconds of a whole solve and a mark; no seconds, and why. known: the number of iterations where none was counted.
local function time_of(results, case, known)
    if not case then return nil, "not run" end
    if case.status ~= "ok" then return nil, case.status end
    if case.extrapolated == "no" then return case.solve end
    local count = case.iterations or iterations(results, case.model, case.size) or known
    if not count then return nil, "not counted" end
    return count * case.per_iteration, "*"
end

-- How often as fast `quick` is: the number, a mark, and the ends of its 95 % interval where there is one. Both make the
-- same sweeps, so that it is a ratio of times per iteration.
local function speedup(results, slow, quick)
    for _, case in ipairs { slow or false, quick or false } do
        if not case then return nil, "not run" end
        if case.status ~= "ok" then return nil, case.status end
    end
    local ratio, low, high = results.ratio(slow, quick, "per_iteration")
    if not ratio then return nil, "not timed" end
    local mark = (slow.extrapolated == "yes" or quick.extrapolated == "yes") and "*" or nil
    if low == 0 then low, high = ratio, ratio end -- too few samples for an interval
    return ratio, mark, low, high
end

-- Seconds end to end, from the generation of the chain to its answer, and a mark.
local function end_to_end(results, case)
    local time, mark = time_of(results, case)
    if not time then return nil, mark end
    for _, phase in ipairs { "t_generate", "t_layout", "t_upload", "t_download" } do time = time + (case[phase] or 0) end
    return time, mark
end

-- Bytes of matrix and vectors: the layout, x and x', and a right-hand side where the property has one (herman).
local function memory(case)
    if not case or not case.bytes then return nil end
    local vectors = case.model == "herman" and 3 or 2
    return case.bytes + vectors * case.n * (case.precision == "f32" and 4 or 8)
end

-- The fastest of today's, and its layout.
local function best(results, model, size)
    local winner, least, why = nil, nil, "not run"
    for _, layout in ipairs(fast[model]) do
        local case = case_of(results, model, size, today(layout))
        local time, mark = time_of(results, case)
        if not time then why = mark end
        if time and (not least or time < least) then winner, least = case, time end
    end
    return winner, why
end

-- Tables

local function cell(value, mark)
    if not value then return mark and { mark = mark } or false end
    return mark and { value, mark = mark } or value
end

local function triple(published, value, mark)
    local ratio = type(published) == "number" and value and value / published or nil
    return published or false, cell(value, mark), cell(ratio, ratio and mark)
end

-- Cells behind those of a row; a missing one is false, so that none moves up.
local function append(row, ...)
    for k = 1, select("#", ...) do row[#row + 1] = (select(k, ...)) or false end
end

-- The paper's sizes in its order, each with its row, and behind them those that it does not have.
local function sizes_of(results, model, published, key)
    local list, known = {}, {}
    for _, row in ipairs(published) do
        list[#list + 1] = { size = row[key], row = row, title = tostring(row[key]) }
        known[row[key]] = true
    end
    for _, problem in ipairs(results.problems { model = model }) do
        if not known[problem.size] then
            list[#list + 1] = { size = problem.size, row = {}, title = problem.size .. " (small)" }
        end
    end
    return list
end

local function contains(list, wanted)
    for _, item in ipairs(list) do if item == wanted then return true end end
    return false
end

local function mebibytes(bytes)
    return bytes and math.floor(bytes / 2 ^ 20)
end

local function notes(results)
    local list = paper.machine(results)
    list[#list + 1] = "sequential: ours is a sweep of this program over PRISM's compact words on one core, not PRISM; "
        .. "GPU: ours is the paper's kernel, written anew"
    list[#list + 1] = "*: iterations x time per iteration; not run: not among the instances of this run; "
        .. "(small): an instance that the paper does not have; oom: the paper's card ran out of memory"
    return list
end

local function problem_of(results, model, size)
    return results.problems { problem = label(model, size) }[1] or {}
end

-- The columns "today": all cores of the processor, and the best layout on the GPU with its gain over PRISM's sweep and
-- over the paper's kernel.
local today_columns = {
    { title = "time", group = "today, all cores", unit = "s" },
    { title = "layout", group = "today, GPU", unit = "text" },
    { title = "time", group = "today, GPU", unit = "s" },
    { title = "speedup", group = "today, GPU", unit = "ratio" },
    { title = "over the paper's kernel", group = "today, GPU", unit = "ratio" },
}

local function append_today(row, results, model, size)
    local winner, why = best(results, model, size)
    append(row, cell(time_of(results, case_of(results, model, size, cores))))
    if not winner then
        append(row, { mark = why }, { mark = why }, { mark = why }, { mark = why })
        return
    end
    append(row, winner.layout, cell(time_of(results, winner)))
    append(row, cell(speedup(results, case_of(results, model, size, prism), winner)))
    append(row, cell(speedup(results, case_of(results, model, size, theirs), winner)))
end

-- The build function of a table of SPIN 2009.
local function times_table(model, file, key)
    local published = paper.rows(file)
    return function(results)
        local columns = { { title = model == "herman" and "instance" or key, unit = "text" } }
        append(columns, paper.exact_columns("n"))
        append(columns, paper.exact_columns("iterations"))
        append(columns, paper.columns("sequential", "s"))
        append(columns, paper.columns("GPU", "s"))
        append(columns, paper.columns("speedup", "ratio"))
        local has_memory = contains(published.names, "gpu_mb")
        if has_memory then append(columns, paper.exact_columns("MiB")) end
        append(columns, table.unpack(today_columns))
        local rows = {}
        for _, item in ipairs(sizes_of(results, model, published, key)) do
            local given, size = item.row, item.size
            local gpu, seq = case_of(results, model, size, theirs), case_of(results, model, size, prism)
            local row = { item.title }
            append(row, paper.exact(given.n, problem_of(results, model, size).n))
            append(row, paper.exact(given.iterations, iterations(results, model, size)))
            append(row, triple(given.seq_s, time_of(results, seq)))
            append(row, triple(given.gpu_s, time_of(results, gpu)))
            append(row, triple(given.factor, speedup(results, seq, gpu)))
            if has_memory then append(row, paper.exact(given.gpu_mb, mebibytes(memory(seq)))) end
            append_today(row, results, model, size)
            rows[#rows + 1] = row
        end
        return { columns = columns, rows = rows, notes = notes(results) }
    end
end

-- Figures

local time_axis = { title = "time (*: iterations x time per iteration)", unit = "s" }

-- A curve of whole solves by size: of one variant, or of the best of today's (variant nil). known: size -> the number of
-- iterations where none was counted.
local function time_curve(results, title, model, variant, known)
    local points, marked = {}, false
    for _, problem in ipairs(results.problems { model = model }) do
        local size = problem.size
        local case = variant and case_of(results, model, size, variant) or not variant and best(results, model, size) or nil
        local time, mark = time_of(results, case, known and known[size])
        if time then
            marked = marked or mark == "*"
            local low, high = results.interval(case, "per_iteration")
            local scale = time / case.per_iteration
            points[#points + 1] = { size, time, low and low * scale, high and high * scale }
        end
    end
    return { title = marked and title .. " *" or title, points = points }
end

-- A curve of speedups over PRISM's sweep.
local function speedup_curve(results, title, model, variant)
    local points = {}
    for _, problem in ipairs(results.problems { model = model }) do
        local size = problem.size
        local case = variant and case_of(results, model, size, variant) or not variant and best(results, model, size) or nil
        local ratio, _, low, high = speedup(results, case_of(results, model, size, prism), case)
        if ratio then points[#points + 1] = { size, ratio, low, high } end
    end
    return { title = title, points = points }
end

-- A curve of times per iteration.
local function sweep_curve(results, title, model, variant)
    local points = {}
    for _, problem in ipairs(results.problems { model = model }) do
        local case = case_of(results, model, problem.size, variant)
        local time = case and case.per_iteration
        if time then
            local low, high = results.interval(case, "per_iteration")
            points[#points + 1] = { problem.size, time, low, high }
        end
    end
    return { title = title, points = points }
end

-- A curve of published numbers: of the rows that `value` gives one for.
local function published_curve(title, rows, key, value)
    local points = {}
    for _, row in ipairs(rows) do
        local number = value(row)
        if type(number) == "number" then points[#points + 1] = { row[key], number } end
    end
    return { title = title, points = points }
end

-- Those of the curves that have points.
local function curves(...)
    local list = {}
    for _, curve in ipairs { ... } do if #curve.points > 0 then list[#list + 1] = curve end end
    return list
end

-- Claims

-- What a claim about the paper's sizes needs: the cases of `variant` at these sizes, or nil and why not.
local function needed(results, model, sizes, variant)
    if results.quick then return nil, "small instances only (--quick)" end
    local list = {}
    for k, size in ipairs(sizes) do
        local case = case_of(results, model, size, variant)
        if not case then return nil, string.format("%s was not run by %s", label(model, size), variant) end
        if case.status ~= "ok" then
            return nil, string.format("%s by %s: %s", label(model, size), variant, case.status)
        end
        list[k] = case
    end
    return list
end

-- The points { size, speedup, low, high } of `quick` over `slow`, or nil and why not.
local function speedups(results, model, sizes, slow, quick)
    local slows, why = needed(results, model, sizes, slow)
    if not slows then return nil, why end
    local quicks
    quicks, why = needed(results, model, sizes, quick)
    if not quicks then return nil, why end
    local points = {}
    for k, size in ipairs(sizes) do
        local ratio, mark, low, high = speedup(results, slows[k], quicks[k])
        if not ratio then return nil, label(model, size) .. ": " .. mark end
        points[k] = { size, ratio, low, high }
    end
    return points
end

local noise = 0.03 -- a smaller difference is noise: a solve that was timed once has no interval

-- Whether a point is below another: true, false, or nil within noise.
local function below(a, b)
    if a[2] < (1 - noise) * b[2] and a[4] < b[3] then return true end
    if b[2] < (1 - noise) * a[2] and b[4] < a[3] then return false end
end

local function listed(points)
    local words = {}
    for _, p in ipairs(points) do words[#words + 1] = string.format("%.1f at %d", p[2], p[1]) end
    return table.concat(words, ", ")
end

-- Whether points rise and then fall slightly: first and last are below the highest, and the last is not below half of
-- it. peak: the size that the highest must have, if any.
local function rises_then_falls(points, peak)
    local top = 1
    for k, p in ipairs(points) do if p[2] > points[top][2] then top = k end end
    local first, last, highest = points[1], points[#points], points[top]
    local rises, falls = below(first, highest), below(last, highest)
    local numbers = string.format("speedups %s; highest at %d", listed(points), highest[1])
    if top == 1 or top == #points then
        for k = 2, #points - 1 do
            if below(points[k], highest) == nil then return nil, numbers .. ", but within noise of " .. points[k][1] end
        end
        return false, numbers
    end
    if rises == nil or falls == nil then return nil, numbers .. ", within noise of an end" end
    return last[2] > highest[2] / 2 and (not peak or highest[1] == peak), numbers
end

-- Whether all points are above a bound, by their intervals and noise: true, false, or nil within noise.
local function above(points, bound)
    local verdict = true
    for _, p in ipairs(points) do
        if p[4] < bound and p[2] < (1 - noise) * bound then return false end
        if p[3] <= bound or p[2] < (1 + noise) * bound then verdict = nil end
    end
    return verdict
end

return {
    theirs = theirs, prism = prism, cores = cores, counter = counter, fast = fast, today = today,
    label = label, problems = problems, variants = variants, measure = measure,
    case = case_of, iterations = iterations, time = time_of, speedup = speedup, end_to_end = end_to_end, memory = memory,
    best = best, cell = cell, triple = triple, append = append, sizes = sizes_of, mebibytes = mebibytes, notes = notes,
    problem = problem_of, today_columns = today_columns, append_today = append_today, times_table = times_table,
    time_axis = time_axis, time_curve = time_curve, speedup_curve = speedup_curve, sweep_curve = sweep_curve,
    published_curve = published_curve, curves = curves, needed = needed, speedups = speedups, below = below, listed = listed, rises_then_falls = rises_then_falls,
    above = above, noise = noise,
}
