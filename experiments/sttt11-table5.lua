-- STTT 13 (2011), table 5: segmented scan in place of one thread a row, its speedup over sequential
-- and its memory.
--
-- The paper does not say how many entries a thread takes: the fastest of 1, 2, 4 and 8 is shown,
-- and CUB's own scan beside it. The scans, and one thread a row over msr, which has the same
-- entries, are timed over the first iterations of a solve; a solve in today's layout counts all of
-- them.
--
-- The paper explains the scan's gain by zeros in the iterates. Whether zeros bring one is seen on
-- the tandem network with two other properties, which have one matrix: a probability, whose first
-- iterates are zero but near the goal, and a reward, whose iterates are not.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local models = { "herman", "cluster", "tandem" }
local paper_sizes = {
    herman = { 15 }, cluster = { 122, 230, 320, 410, 446, 464 }, tandem = { 255, 511, 1023, 2047 },
}
local options = wm.options({
    herman = paper_sizes.herman, cluster = paper_sizes.cluster, tandem = paper_sizes.tandem,
    zeros = { 511, 1023 },
}, { herman = { 15 }, cluster = { 122 }, tandem = { 255 }, zeros = { 63 } })

local plain = "jacobi[vote=store]/msr/f64/cuda"
local cub = "jacobi[vote=store]/sscan/f64/cuda"
local scans = {}
for k, elements in ipairs { 1, 2, 4, 8 } do
    scans[k] = string.format("jacobi[vote=store,elements=%d]/sscan/f64/cuda", elements)
end
local on_cpu = "jacobi/sscan/f64/seq"
local problems, variants, whole = {}, { plain, cub, spin09.prism }, {}
table.move(scans, 1, #scans, #variants + 1, variants)
if wm.quick then variants[#variants + 1] = on_cpu end -- there may be no GPU
local common = table.move(variants, 1, #variants, 1, {})
for _, model in ipairs(models) do
    local _, today = spin09.record(model)
    variants[#variants + 1], whole[#whole + 1] = today, today
    for _, problem in ipairs(spin09.problems(model, options[model],
                                             { today, table.unpack(common) })) do
        problems[#problems + 1] = problem
    end
end
local function zeros_label(size, which) return string.format("tandem %d, %s", size, which) end
for _, size in ipairs(options.zeros) do
    for _, part in ipairs { { "with zeros", 2 }, { "without zeros", 4 } } do
        problems[#problems + 1] = {
            source = string.format("tandem:c=%d,property=%d", size, part[2]),
            label = zeros_label(size, part[1]),
            zeros = size, variants = { plain, table.unpack(scans) },
        }
    end
end

-- The fastest of the paper's scans on a problem, by the time of an iteration; without one, why.
local function scan_on(results, label)
    local winner, why = nil, "no time of an iteration"
    for _, variant in ipairs(scans) do
        local case = results.case { problem = label, variant = variant }
        local time, mark = nil, "not run"
        if case then time, mark = case.per_iteration, paper.why(case) end
        if time and (not winner or time < winner.per_iteration) then winner = case end
        why = mark or why
    end
    return winner, not winner and why or nil
end

local function scan(results, model, size) return scan_on(results, spin09.label(model, size)) end

local published = paper.rows("sttt11-t5-sscan.csv")

local function times(results)
    local columns = paper.heads {
        "model text | instance text", "segmented scan: = s | entries a thread text",
        "speedup: = ratio", "memory: = B",
        "ours: over one thread a row ratio | CUB's scan s | one thread a row s"
            .. (wm.quick and " | scan, one core s" or ""),
        "today: time s | layout text",
    }
    local rows = {}
    local function add(model, size, title, given)
        local best, why = scan(results, model, size)
        local seq = spin09.case(results, model, size, spin09.prism)
        local msr = spin09.case(results, model, size, plain)
        local time, mark = nil, why
        local over, over_mark = nil, why
        local speedup, speedup_mark = nil, why
        if best then
            time, mark = spin09.time(results, best)
            over, over_mark = spin09.speedup(results, msr, best)
            speedup, speedup_mark = spin09.speedup(results, seq, best)
        end
        local row = { model, title }
        spin09.append(row, spin09.triple(given.sscan_s, time, mark))
        spin09.append(row, best and best.variant:match("elements=(%d)") or spin09.cell(nil, why))
        spin09.append(row, spin09.triple(given.factor, speedup, speedup_mark))
        spin09.append(row,
                      spin09.triple(given.gpu_mb and given.gpu_mb * 2 ^ 20, spin09.memory(best),
                                    not best and why or nil))
        spin09.append(row, spin09.cell(over, over_mark))
        local layout, today = spin09.record(model)
        local others = { cub, plain }
        if wm.quick then others[3] = on_cpu end
        others[#others + 1] = today
        for _, variant in ipairs(others) do
            spin09.append(row,
                          spin09.cell(spin09.time(results,
                                                  spin09.case(results, model, size, variant))))
        end
        row[#row + 1] = layout
        rows[#rows + 1] = row
    end
    for _, model in ipairs(models) do
        local own = { names = published.names }
        for _, row in ipairs(published) do if row.model == model then own[#own + 1] = row end end
        for _, item in ipairs(spin09.sizes(results, model, own, "instance")) do
            add(model, item.size, item.title, item.row)
        end
    end
    local notes = spin09.notes(results, rows)
    notes[#notes + 1] = "the paper's speedups are over sequential on its 64-bit system; its memory "
        .. "is given in MiB"
    return { columns = columns, rows = rows, notes = notes }
end

-- The scan's speedup over one thread a row on a problem: { size, speedup, low, high }, or nil and
-- why not.
local function gain_on(results, size, label)
    local best, why = scan_on(results, label)
    if not best then return nil, label .. ", segmented scan: " .. why end
    local ratio, mark, low, high =
        spin09.speedup(results, results.case { problem = label, variant = plain }, best)
    if not ratio then return nil, label .. ": " .. mark end
    return { size, ratio, low, high }
end

-- The points { size, speedup of the fastest scan over one thread a row, low, high }, or nil and why
-- not.
local function gains(results, model)
    local run = spin09.present(results, model, paper_sizes[model])
    local plains, why = spin09.needed(results, model, run, plain)
    if not plains then return nil, why end
    local points = {}
    for k, size in ipairs(run) do
        points[k], why = gain_on(results, size, spin09.label(model, size))
        if not points[k] then return nil, why end
    end
    return points
end

-- Returns whether all points are above (above = true) or below one.
local function all_beside_one(points, above)
    local verdict, one = true, { 0, 1, 1, 1 }
    for _, point in ipairs(points) do
        local is_below = spin09.below(point, one)
        if is_below == nil then verdict = verdict and nil
        elseif is_below == above then return false end
    end
    return verdict
end

local function faster_on_two(results)
    local herman, why = gains(results, "herman")
    if not herman then return nil, why end
    local tandem
    tandem, why = gains(results, "tandem")
    if not tandem then return nil, why end
    local numbers =
        string.format("speedups over one thread a row: herman %s; tandem %s", spin09.listed(herman),
                      spin09.listed(tandem))
    local first, second = all_beside_one(herman, true), all_beside_one(tandem, true)
    if first == false or second == false then return false, numbers end
    return spin09.judged(first and second, numbers)
end

-- On most instances: by the paper's own times its scan is faster on cluster 122.
local function slower_on_cluster(results)
    local points, why = gains(results, "cluster")
    if not points then return nil, why end
    local slower, faster, verdict = 0, 0, nil
    for _, point in ipairs(points) do
        local is_below = spin09.below(point, { 0, 1, 1, 1 })
        if is_below then slower = slower + 1 elseif is_below == false then faster = faster + 1 end
    end
    if 2 * slower > #points then verdict = true
    elseif 2 * faster >= #points then verdict = false end
    return spin09.judged(verdict,
                         string.format("slower on %d of %d; speedups over one thread a row: %s",
                                       slower, #points, spin09.listed(points)))
end

-- Returns whether each chain has one of the paper's instances; otherwise false and the chain
-- without one.
local function all_present(results)
    for _, model in ipairs(models) do
        if #spin09.present(results, model, paper_sizes[model]) == 0 then
            return false, "none of the paper's instances of " .. model .. " was run"
        end
    end
    return true
end

-- More memory than the compact words of the paper's kernel by a word of 4 bytes a non-zero, or
-- more: by the paper's own table it is 7 to 8. On one core the scan has no memory for products, so
-- that what it has is the least that it has on a GPU.
local function more_memory(results)
    local present, missing = all_present(results)
    if not present then return nil, missing end
    local verdict, words, on_core = true, {}, false
    for _, model in ipairs(models) do
        for _, size in ipairs(spin09.present(results, model, paper_sizes[model])) do
            local best, why = scan(results, model, size)
            local least = not best and spin09.case(results, model, size, on_cpu)
            best, on_core = best or least, on_core or least
            if not best or not best.bytes then
                return nil, spin09.label(model, size) .. ", segmented scan: "
                    .. (why or "no bytes were stored")
            end
            local compact = spin09.case(results, model, size, spin09.prism)
            if not compact or not compact.bytes then
                return nil, spin09.label(model, size) .. ": no bytes of cmsr"
            end
            local more = (best.bytes - compact.bytes) / compact.nnz
            if more < 4 then verdict = paper.both(verdict, least and nil or false) end
            words[#words + 1] = string.format("%s %.1f", spin09.label(model, size), more)
        end
    end
    return verdict, "bytes a non-zero more than in compact words: " .. table.concat(words, ", ")
        .. (on_core and "; on one core, where the scan needs less than on a GPU" or "")
end

-- The share of zeros in the answer, which is the last iterate, of whatever variant was solved as a
-- whole.
local function zeros(results, model, size)
    for _, case in ipairs(results.cases { problem = spin09.label(model, size),
                                          precision = "f64" }) do
        if case.zeros then return case.zeros end
    end
end

-- Returns whether a gain comes from zeros: more than half of it, on a logarithmic scale. Also false
-- if zeros surely make no difference beyond noise. with, without: points from gain_on.
local function explains(with, without)
    if with[4] / without[3] < 1 + spin09.noise or without[3] ^ 2 > math.max(with[4], 1) then
        return false
    end
    if with[3] > 1 + spin09.noise and without[4] ^ 2 < with[3] then return true end
end

-- Compares the gain with and without zeros at every size. Returns a verdict, and the speedups; or
-- nil and the reason.
local function speed_of_zeros(results)
    local verdict, words = true, {}
    if #options.zeros == 0 then return nil, "no instance with and without zeros was run" end
    for _, size in ipairs(options.zeros) do
        local with, why = gain_on(results, size, zeros_label(size, "with zeros"))
        if not with then return nil, why end
        local without
        without, why = gain_on(results, size, zeros_label(size, "without zeros"))
        if not without then return nil, why end
        local here = explains(with, without)
        verdict = paper.both(verdict, here)
        words[#words + 1] = string.format("%.2f and %.2f at %d", with[2], without[2], size)
    end
    return verdict, "speedups over one thread a row on tandem, with and without zeros: "
        .. table.concat(words, ", ")
           .. (verdict == nil and "; within noise, or no gain that zeros would explain" or "")
end

local function zeros_table(results)
    local rows = {}
    for _, size in ipairs(options.zeros) do
        local row = { size }
        for _, which in ipairs { "with zeros", "without zeros" } do
            local label = zeros_label(size, which)
            local best, why = scan_on(results, label)
            local msr = results.case { problem = label, variant = plain }
            spin09.append(row, best and best.per_iteration or { mark = why },
                          (paper.cell(msr, "per_iteration")))
            spin09.append(row, spin09.cell(spin09.speedup(results, msr, best)))
        end
        rows[#rows + 1] = row
    end
    local times = "scan s | one thread a row s | speedup ratio"
    local columns = paper.heads { "c count", "with zeros: " .. times, "without zeros: " .. times }
    local notes = paper.machine(results)
    notes[#notes + 1] =
        string.format("times of an iteration, over the first %d: of P=? [sm<c U sc=c], whose "
                      .. "iterates are zero but near the goal, and of R=? [F sc=c|sm=c], whose are "
                      .. "not; both have one matrix", results.settings.iterations)
    return { columns = columns, rows = rows, notes = notes }
end

-- "Some" is more than none.
local function gain_of_zeros(results)
    local lack = paper.needs_gpu(results, { plain, table.unpack(scans) })
    if lack or results.quick then return nil, lack or paper.quick end
    local present, missing = all_present(results)
    if not present then return nil, missing end
    local expected = {
        herman = function(share) return share > 0 end,
        cluster = function(share) return share == 0 end,
        tandem = function(share) return share > 0.5 end,
    }
    local as_claimed, words = true, {}
    for _, model in ipairs(models) do
        for _, size in ipairs(spin09.present(results, model, paper_sizes[model])) do
            local share = zeros(results, model, size)
            if not share then
                return nil, spin09.label(model, size) .. ": no solve ended with an answer"
            end
            as_claimed = as_claimed and expected[model](share)
            words[#words + 1] = string.format("%s %.2g %%", spin09.label(model, size), 100 * share)
        end
    end
    local numbers = "zeros in the last iterate: " .. table.concat(words, ", ")
    if not as_claimed then return false, numbers end
    local verdict, speeds = speed_of_zeros(results)
    return verdict, numbers .. "; " .. speeds
end

return wm.experiment {
    name = "sttt11-table5",
    title = "Segmented scan",
    paper = "STTT 13 (2011), table 5",
    problems = problems,
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Segmented scan", build = times },
        { id = "zeros",
          title = "Segmented scan on the tandem network, with zeros in the iterates and without",
          build = zeros_table },
    },
    claims = {
        { id = "T5", text = "segmented scan is faster than the plain kernel on herman and tandem",
          test = faster_on_two },
        { id = "T6", text = "segmented scan is slower on cluster", test = slower_on_cluster },
        { id = "T7", text = "segmented scan needs more memory (one word a non-zero more)",
          test = more_memory },
        { id = "T8",
          text = "its gain comes from zeros in the iterates: herman some, tandem more than half, "
              .. "cluster none",
          test = gain_of_zeros },
    },
}
