-- Common code of the tables and figures of SPIN 2009 and STTT 2011: their chains, their kernel and
-- PRISM's, the computation of times and speedups from the results, and the rules that judge claims.
--
-- Both papers keep the matrix in PRISM's compact words: their memory jumps where the words no
-- longer fit. So "theirs" is layout cmsr with one thread a row; each row that has not converged
-- stores a flag, which the host reads after every sweep. One such solve is timed as a whole.
-- PRISM's sweep on one core is timed over some iterations; its solve takes as many as the GPU's:
-- marked *.
local wm = require "warpmark"
local paper = require "papers.paper"

local spin09 = {}

spin09.theirs = "jacobi[vote=store]/cmsr/f64/cuda"
-- x' is copied to the host, and compared there until an entry fails the test: early in the first
-- iterations, which are timed.
spin09.host_test = "jacobi[vote=host]/cmsr/f64/cuda"
spin09.prism = "jacobi/cmsr/f64/seq"
spin09.cores = "jacobi/sdia/f64/omp"
spin09.counter = "jacobi/sdia/f64/seq"

-- With --quick, where there may be no GPU, these count the iterations: a second or two each.
local counters = { ["herman 15"] = "jacobi/balanced/f64/seq", ["cluster 122"] = spin09.counter,
                   ["tandem 255"] = spin09.counter }

-- The papers' iterations, by label: those of SPIN 2009 are the same.
local known = {}
for _, row in ipairs(paper.rows("sttt11-t1-properties.csv")) do
    known[row.model .. " " .. row.instance] = row.iterations
end

-- Layouts for today's cards, by chain (docs/records.md says why); where there are several, the
-- fastest one is shown.
spin09.fast = { herman = { "panels", "cusparse", "sscan" }, cluster = { "sdia" },
                tandem = { "pattern" } }

local parameter = { herman = "n", cluster = "n", tandem = "c" }

function spin09.label(model, size)
    return string.format("%s %d", model, size)
end

-- variants: those that are measured on them; nil: all of the experiment.
function spin09.problems(model, sizes, variants)
    local list = {}
    for _, size in ipairs(sizes) do
        list[#list + 1] = {
            source = string.format("%s:%s=%d", model, parameter[model], size),
            label = spin09.label(model, size), model = model, size = size, variants = variants,
        }
    end
    return list
end

-- The same, with one of `counters` beside the variants, if it has one.
function spin09.counted(model, sizes, variants)
    local list = spin09.problems(model, sizes)
    for _, problem in ipairs(list) do
        problem.variants = { table.unpack(variants) }
        table.insert(problem.variants, wm.quick and counters[problem.label] or nil)
    end
    return list
end

function spin09.today(layout)
    return "jacobi[loop=graph]/" .. layout .. "/f64/cuda"
end

-- The choice where only one variant is taken: today's layout of a chain, and the variant.
function spin09.record(model)
    local layout = spin09.fast[model][1]
    return layout, spin09.today(layout)
end

-- Returns the variants of a chain in the tables. --quick leaves out herman's layout for all cores,
-- which takes long to build.
function spin09.solvers(model)
    local list = { spin09.theirs, spin09.prism }
    if not wm.quick or model ~= "herman" then list[3] = spin09.cores end
    for _, layout in ipairs(spin09.fast[model]) do list[#list + 1] = spin09.today(layout) end
    return list
end

-- Those of several chains, each once, and those of them that are timed as a whole. models: list of
-- chains; problems: those that spin09.counted gave, whose variants are among them.
function spin09.variants(models, problems)
    local list, whole, seen = {}, {}, {}
    local function add(variants)
        for _, variant in ipairs(variants) do
            if not seen[variant] then
                list[#list + 1] = variant
                if variant ~= spin09.prism and variant ~= spin09.cores then
                    whole[#whole + 1] = variant
                end
            end
            seen[variant] = true
        end
    end
    for _, model in ipairs(models) do add(spin09.solvers(model)) end
    for _, problem in ipairs(problems or {}) do add(problem.variants) end
    return list, whole
end

-- measure: solves of `whole` as a whole, all others in blocks. A block ends with a look for
-- infinities, half a sweep: an iteration seems to take up to 2 % longer. One core's blocks take up
-- to a minute.
function spin09.measure(whole)
    return {
        warmup = 0, max_samples = wm.quick and 3 or 12, max_time = wm.quick and "50ms" or "1s",
        iterations = wm.quick and 5 or 25, count_iterations = false, whole = whole,
        timeout = wm.quick and "2m" or "9m",
    }
end

-- Results

function spin09.case(results, model, size, variant)
    return results.case { problem = spin09.label(model, size), variant = variant }
end

-- A case whose iterations were counted in double precision, whatever the variant: all take the same
-- number, to the same answer. One with a proof, if there is any; nil: none was counted.
function spin09.counted_case(results, model, size)
    local found
    for _, case in ipairs(results.cases { problem = spin09.label(model, size),
                                          precision = "f64" }) do
        if case.iterations and (not found or case.error_bound and not found.error_bound) then
            found = case
        end
    end
    return found
end

function spin09.iterations(results, model, size)
    local case = spin09.counted_case(results, model, size)
    return case and case.iterations
end

-- Appends the paper's iterations, ours, and the proven error of the answer to which they lead, and
-- the case to `cases`.
function spin09.append_iterations(row, results, model, size, given, cases)
    local case = spin09.counted_case(results, model, size)
    spin09.append(row, paper.exact(given.iterations, case and case.iterations))
    spin09.append(row, paper.proven(case))
    cases[#cases + 1] = case
end

-- Returns the seconds of a whole solve and a mark; without a time, nil and the reason. If no
-- iterations were counted, those of the paper are used.
function spin09.time(results, case)
    if not case or case.status ~= "ok" then return nil, paper.why(case) end
    if case.extrapolated == "no" then return case.solve, paper.mark(case) end
    local count = case.iterations or spin09.iterations(results, case.model, case.size)
        or known[case.problem]
    if not count then return nil, "not counted" end
    if not case.per_iteration then return nil, "doubtful" end
    return count * case.per_iteration, "*" .. (paper.mark(case) or "")
end

-- Returns how many times as fast `quick` is: the number, a mark, and the ends of its interval, as
-- in paper.ratio. Both make the same sweeps, so it is a ratio of times per iteration.
function spin09.speedup(results, slow, quick)
    for _, case in ipairs { slow or false, quick or false } do
        if not case or case.status ~= "ok" then return nil, paper.why(case) end
    end
    local ratio, low, high = paper.ratio(results, slow, quick, "per_iteration")
    if not ratio then
        return nil, paper.swamped(slow) or paper.swamped(quick) or "not timed"
    end
    return ratio, paper.mark(slow, true) or paper.mark(quick, true), low, high
end

-- Seconds end to end, from the generation of the chain to its answer, and a mark.
function spin09.end_to_end(results, case)
    local time, mark = spin09.time(results, case)
    if not time then return nil, mark end
    for _, phase in ipairs { "t_generate", "t_layout", "t_upload", "t_download" } do
        time = time + (case[phase] or 0)
    end
    return time, mark
end

-- Bytes of matrix and vectors: the layout, x and x', and a right-hand side where the property has
-- one (herman).
function spin09.memory(case)
    if not case or not case.bytes then return nil end
    local vectors = case.model == "herman" and 3 or 2
    return case.bytes + vectors * case.n * (case.precision == "f32" and 4 or 8)
end

-- Returns the fastest of today's cases, and its layout.
function spin09.best(results, model, size)
    local winner, least, why = nil, nil, "not run"
    for _, layout in ipairs(spin09.fast[model]) do
        local case = spin09.case(results, model, size, spin09.today(layout))
        local time, mark = spin09.time(results, case)
        if not time then why = mark end
        if time and (not least or time < least) then winner, least = case, time end
    end
    return winner, why
end

-- Tables

spin09.append, spin09.cell = paper.append, paper.marked

function spin09.triple(published, value, mark)
    local ratio = type(published) == "number" and value and value / published or nil
    return published or false, spin09.cell(value, mark), spin09.cell(ratio, ratio and mark)
end

-- The paper's sizes in its order, each with its row, and behind them those that it does not have.
function spin09.sizes(results, model, published, key)
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

function spin09.mebibytes(bytes)
    return bytes and math.floor(bytes / 2 ^ 20)
end

local marks = {
    { "≠", "differs from the paper" },
    { "?", "doubtful, error may be above 10 epsilon" },
    { "†", "no answer was checked" },
    { "*", "iterations (the paper's, where none are ours) x time per iteration" },
    { "not run", "not among the instances of this run" },
    { "(small)", "an instance that the paper does not have" },
    { "oom", "the paper's card ran out of memory" },
}

-- The lines below a table of these rows. cases: whose iterations it has, if any.
function spin09.notes(results, rows, cases)
    local list = paper.machine(results)
    list[#list + 1] = "sequential: ours is a sweep of this program over PRISM's compact words on "
        .. "one core, not PRISM; GPU: ours is the paper's kernel, written anew"
    list[#list + 1] = paper.explained(rows, marks)
    if #results.problems { source = "cluster:n={500,572}" } > 0 then
        list[#list + 1] = "cluster 500 and 572, where compact words no longer fit: the paper's "
            .. "program kept the diagonal compact, and ours does not"
    end
    if cases and #cases > 0 then
        list[#list + 1] = paper.proven_note(results, { "herman" })
        list[#list + 1] = paper.rule_is_off(results, cases)
    end
    return list
end

function spin09.problem(results, model, size)
    return results.problems { problem = spin09.label(model, size) }[1] or {}
end

-- The columns "today": all cores of the processor, and the best layout on the GPU with its gain
-- over PRISM's sweep and over the paper's kernel.
spin09.today_heads = {
    "today, all cores: time s",
    "today, GPU: layout text | time s | speedup ratio | over the paper's kernel ratio",
}

-- Appends a time or speedup with its mark, as spin09.time and spin09.speedup give them.
function spin09.add(row, ...) row[#row + 1] = spin09.cell(...) end

function spin09.append_today(row, results, model, size)
    local winner, why = spin09.best(results, model, size)
    local function case(variant) return spin09.case(results, model, size, variant) end
    spin09.add(row, spin09.time(results, case(spin09.cores)))
    row[#row + 1] = winner and winner.layout or { mark = why }
    if not winner then return spin09.append(row, { mark = why }, { mark = why }, { mark = why }) end
    spin09.add(row, spin09.time(results, winner))
    spin09.add(row, spin09.speedup(results, case(spin09.prism), winner))
    spin09.add(row, spin09.speedup(results, case(spin09.theirs), winner))
end

-- The build function of a table of SPIN 2009.
function spin09.times_table(model, file, key)
    local published = paper.rows(file)
    return function(results)
        local has_memory = contains(published.names, "gpu_mb")
        local columns = paper.heads {
            (model == "herman" and "instance" or key) .. " text", "n: == count",
            "iterations: == count | proven error bound", "sequential: = s", "GPU: = s",
            "speedup: = ratio", has_memory and "MiB: == count" or "",
            table.unpack(spin09.today_heads),
        }
        local rows, cases = {}, {}
        for _, item in ipairs(spin09.sizes(results, model, published, key)) do
            local given, size = item.row, item.size
            local gpu = spin09.case(results, model, size, spin09.theirs)
            local seq = spin09.case(results, model, size, spin09.prism)
            local row = { item.title }
            spin09.append(row, paper.exact(given.n, spin09.problem(results, model, size).n))
            spin09.append_iterations(row, results, model, size, given, cases)
            spin09.append(row, spin09.triple(given.seq_s, spin09.time(results, seq)))
            spin09.append(row, spin09.triple(given.gpu_s, spin09.time(results, gpu)))
            spin09.append(row, spin09.triple(given.factor, spin09.speedup(results, seq, gpu)))
            if has_memory then
                spin09.append(row, paper.exact(given.gpu_mb, spin09.mebibytes(spin09.memory(seq))))
            end
            spin09.append_today(row, results, model, size)
            rows[#rows + 1] = row
        end
        return { columns = columns, rows = rows, notes = spin09.notes(results, rows, cases) }
    end
end

-- Figures

spin09.time_axis = { title = "time (*: iterations x time per iteration)", unit = "s" }

-- The case of a variant, or of the best of today's (nil).
local function case_or_best(results, model, size, variant)
    if variant then return spin09.case(results, model, size, variant) end
    return (spin09.best(results, model, size))
end

-- A curve by size: points of what point(size) gives, which is y, low and high, or nil.
local function curve(results, title, model, point)
    local points = {}
    for _, problem in ipairs(results.problems { model = model }) do
        local y, low, high = point(problem.size)
        if y then points[#points + 1] = { problem.size, y, low, high } end
    end
    return { title = title, points = points }
end

-- Curve of times of whole solves: by one variant, or by the best of today's (nil).
function spin09.time_curve(results, title, model, variant)
    local marks
    local out = curve(results, title, model, function(size)
        local case = case_or_best(results, model, size, variant)
        local time, mark = spin09.time(results, case)
        if not time then return nil end
        marks = marks or mark
        local low, high = results.interval(case, "per_iteration")
        local scale = time / case.per_iteration
        return time, low and low * scale, high and high * scale
    end)
    if marks then out.title = title .. " " .. marks end
    return out
end

-- Curve of speedups over PRISM's sweep.
function spin09.speedup_curve(results, title, model, variant)
    return curve(results, title, model, function(size)
        local ratio, _, low, high =
            spin09.speedup(results, spin09.case(results, model, size, spin09.prism),
                           case_or_best(results, model, size, variant))
        return ratio, low, high
    end)
end

-- Curve of times per iteration.
function spin09.sweep_curve(results, title, model, variant)
    return curve(results, title, model, function(size)
        local case = spin09.case(results, model, size, variant)
        if case then return case.per_iteration, results.interval(case, "per_iteration") end
    end)
end

-- Curve of published numbers, for the rows for which `value` returns a number.
function spin09.published_curve(title, rows, key, value)
    local points = {}
    for _, row in ipairs(rows) do
        local number = value(row)
        if type(number) == "number" then points[#points + 1] = { row[key], number } end
    end
    return { title = title, points = points }
end

-- Those of the curves that have points.
function spin09.curves(...)
    local list = {}
    for _, curve in ipairs { ... } do if #curve.points > 0 then list[#list + 1] = curve end end
    return list
end

-- Claims

-- Those of the paper's sizes that were run.
function spin09.present(results, model, sizes)
    local list = {}
    for _, size in ipairs(sizes) do
        if results.problems { problem = spin09.label(model, size) }[1] then
            list[#list + 1] = size
        end
    end
    return list
end

-- Returns the cases that a claim about the paper's sizes needs: those of `variant` at these sizes;
-- or nil and the reason why they are missing.
function spin09.needed(results, model, sizes, variant)
    local why = paper.needs_gpu(results, { variant }) or results.quick and paper.quick
    if why then return nil, why end
    if #sizes == 0 then return nil, "none of the paper's instances of " .. model .. " was run" end
    local list = {}
    for k, size in ipairs(sizes) do
        local case = spin09.case(results, model, size, variant)
        if not case then
            return nil, string.format("%s was not run by %s", spin09.label(model, size), variant)
        end
        if case.status ~= "ok" then
            return nil, string.format("%s by %s: %s", spin09.label(model, size), variant,
                                      paper.why(case))
        end
        list[k] = case
    end
    return list
end

-- The points { size, speedup, low, high } of `quick` over `slow`, or nil and why not.
function spin09.speedups(results, model, sizes, slow, quick)
    local lack, quicks = paper.needs_gpu(results, { slow, quick }), nil
    if lack then return nil, lack end
    local slows, why = spin09.needed(results, model, sizes, slow)
    if not slows then return nil, why end
    quicks, why = spin09.needed(results, model, sizes, quick)
    if not quicks then return nil, why end
    local points = {}
    for k, size in ipairs(sizes) do
        local ratio, mark, low, high = spin09.speedup(results, slows[k], quicks[k])
        if not ratio then return nil, spin09.label(model, size) .. ": " .. mark end
        points[k] = { size, ratio, low, high }
    end
    return points
end

spin09.noise = 0.03 -- a smaller difference is noise: a solve that was timed once has no interval

-- Returns whether a point is below another: true, false, or nil within noise.
function spin09.below(a, b)
    if a[2] < (1 - spin09.noise) * b[2] and a[4] < b[3] then return true end
    if b[2] < (1 - spin09.noise) * a[2] and b[4] < a[3] then return false end
end

-- Returns a verdict and its numbers, with a remark if it is within noise.
function spin09.judged(verdict, numbers)
    return verdict, verdict == nil and numbers .. ", within noise" or numbers
end

function spin09.listed(points)
    local words = {}
    for _, p in ipairs(points) do words[#words + 1] = string.format("%.1f at %d", p[2], p[1]) end
    return table.concat(words, ", ")
end

-- Returns whether points rise and then fall slightly: the first and the last are below the highest,
-- and the last is not below half of it. peak: the size that the highest must have, if any.
function spin09.rises_then_falls(points, peak)
    if #points < 3 then return nil, "fewer than three of the paper's instances were run" end
    local top = 1
    for k, p in ipairs(points) do if p[2] > points[top][2] then top = k end end
    local first, last, highest = points[1], points[#points], points[top]
    local rises, falls = spin09.below(first, highest), spin09.below(last, highest)
    local numbers = string.format("speedups %s; highest at %d", spin09.listed(points), highest[1])
    if top == 1 or top == #points then
        for k = 2, #points - 1 do
            if spin09.below(points[k], highest) == nil then
                return nil, numbers .. ", but within noise of " .. points[k][1]
            end
        end
        return false, numbers
    end
    if rises == nil or falls == nil then return nil, numbers .. ", within noise of an end" end
    return last[2] > highest[2] / 2 and (not peak or highest[1] == peak), numbers
end

function spin09.largest(points)
    local top = points[1]
    for _, p in ipairs(points) do if p[2] > top[2] then top = p end end
    return top
end

-- Returns whether all points are above a bound, by their intervals and noise: true, false, or nil
-- within noise.
function spin09.above(points, bound)
    local verdict = true
    for _, p in ipairs(points) do
        if p[4] < bound and p[2] < (1 - spin09.noise) * bound then return false end
        if p[3] <= bound or p[2] < (1 + spin09.noise) * bound then verdict = nil end
    end
    return verdict
end

return spin09
