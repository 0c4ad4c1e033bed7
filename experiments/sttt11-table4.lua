-- STTT 13 (2011), table 4: the tandem queueing network, sequential, on one GPU and on two.
--
-- The two largest clusters of table 3 stand beside it for the claims about both chains, and four
-- GPUs for T9.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"
local sttt11 = require "papers.sttt11"

local options = wm.options({ c = { 255, 511, 1023, 2047, 3070, 3588, 4095 }, n = { 500, 572 } },
                           { c = { 255, 511 }, n = { 26 } })
local sizes = { 255, 511, 1023, 2047, 3070, 3588, 4095 }
local clusters = { 500, 572 }

local fours = { sttt11.four, sttt11.peer_four }
local problems = spin09.problems("tandem", options.c, sttt11.solvers("tandem", fours))
for _, problem in ipairs(spin09.problems("cluster", options.n, sttt11.solvers "cluster")) do
    problems[#problems + 1] = problem
end
local variants, whole = sttt11.variants { "tandem", "cluster" }
spin09.append(variants, table.unpack(fours))

-- The points of both chains: lists, or nil and why not.
local function both(results, slow, quick)
    local tandem, why =
        spin09.speedups(results, "tandem", spin09.present(results, "tandem", sizes), slow, quick)
    if not tandem then return nil, why end
    local cluster
    cluster, why =
        spin09.speedups(results, "cluster", spin09.present(results, "cluster", clusters), slow,
                        quick)
    return cluster and tandem, cluster or why
end

local function up_to_15(results)
    local run = spin09.present(results, "tandem", sizes)
    local list, why = spin09.speedups(results, "tandem", run, spin09.prism, spin09.theirs)
    if not list then return nil, why end
    local top, label = spin09.largest(list), "tandem"
    local others =
        spin09.speedups(results, "cluster", spin09.present(results, "cluster", clusters),
                        spin09.prism, spin09.theirs)
    if others and spin09.largest(others)[2] > top[2] then
        top, label = spin09.largest(others), "cluster"
    end
    local verdict, numbers = spin09.judged(spin09.above({ top }, 1), string.format(
        "the largest is %.1f on %s", top[2], spin09.label(label, top[1])))
    return verdict, numbers, top[2]
end

local function two_are_slower(results)
    local tandem, cluster = both(results, spin09.theirs, sttt11.two)
    if not tandem then return nil, cluster end
    local verdict = true
    for _, points in ipairs { tandem, cluster } do
        for _, point in ipairs(points) do
            verdict = paper.both(verdict, spin09.below(point, { 0, 1, 1, 1 }))
        end
    end
    return spin09.judged(verdict,
                         string.format("one GPU's time over two GPUs': tandem %s; cluster %s",
                                       spin09.listed(tandem), spin09.listed(cluster)))
end

-- At the two largest instances of each chain.
local function converges_to_4(results)
    local tandem, cluster = both(results, spin09.prism, sttt11.two)
    if not tandem then return nil, cluster end
    if #tandem < 2 or #cluster < 2 then
        return nil, "fewer than two instances of a chain were run"
    end
    local last = { tandem[#tandem - 1], tandem[#tandem], cluster[1], cluster[2] }
    local figures = {}
    for k, point in ipairs(last) do figures[k] = point[2] end
    local verdict, numbers = spin09.judged(spin09.above(last, 1), string.format(
        "at the two largest: tandem %s; cluster %s", spin09.listed { last[1], last[2] },
        spin09.listed { last[3], last[4] }))
    return verdict, numbers, figures
end

-- Judged on the paper's scheme at the largest instance: two cards faster than one, and four faster
-- than two.
local function scales(results)
    local lack = paper.needs_gpu(results, { sttt11.four, sttt11.peer_four })
    if lack then return nil, lack end
    local gains, words, verdict = {}, {}, true
    for _, step in ipairs { { spin09.theirs, sttt11.two, "staged, 1 to 2 cards" },
                            { sttt11.two, sttt11.four, "2 to 4" },
                            { spin09.theirs, sttt11.peer_two, "peer to peer, 1 to 2" },
                            { sttt11.peer_two, sttt11.peer_four, "2 to 4" } } do
        local points, why = spin09.speedups(results, "tandem", { 4095 }, step[1], step[2])
        if not points then return nil, why end
        gains[#gains + 1] = points[1]
        words[#words + 1] = string.format("%s %.2f", step[3], points[1][2])
    end
    for k = 1, 2 do verdict = paper.both(verdict, spin09.below({ 0, 1, 1, 1 }, gains[k])) end
    return spin09.judged(verdict, "speedups at tandem 4095: " .. table.concat(words, ", "))
end

return wm.experiment {
    name = "sttt11-table4",
    title = "Tandem queueing network: sequential, on one GPU and on two",
    paper = "STTT 13 (2011), table 4",
    problems = problems,
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Tandem queueing network",
          build = sttt11.times_table("tandem", "sttt11-t4-tandem.csv", "c") },
    },
    claims = {
        { id = "T1",
          text = "speedups of up to 15 to 18 over the sequential version, on a newer machine still "
              .. "15",
          test = up_to_15, magnitude = { low = 15, high = 18 } },
        { id = "T2",
          text = "two GPUs are slower than one on cluster and tandem, except that larger instances "
              .. "fit",
          test = two_are_slower },
        { id = "T4", text = "with two GPUs the speedup over sequential converges to about 4",
          test = converges_to_4, magnitude = { low = 3, high = 5 } },
        { id = "T9", text = "the multi-card scheme scales to any number of GPUs", test = scales },
    },
}
