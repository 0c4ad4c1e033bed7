-- How sweeps scale from one GPU to several: the time of a sweep at places cuda, cuda2, ... beside
-- that on one GPU of the same run, with the test in every sweep. loop=graph stays on the cards;
-- with loop=host the host asks every card after every sweep. docs/scale.md has the results.
--
-- Table model extends the measurements to more cards. A sweep on N cards takes fixed + work / N;
-- both numbers are fitted to the two smallest counts that were measured. A simulation of 50 sweeps
-- adds the cost of waiting: each card's sweep varies by half of the measured interval, and begins
-- when its own last sweep and the last meeting of all have ended. A meeting needs the edges of
-- every card, which are ready `edges` after its sweep began, and then takes `meeting`; beyond
-- `host` cards it takes `network` more for each doubling of hosts. `fixed`, `work` and the interval
-- are measured in the run. The other four are options of the experiment: the times of edges and
-- meetings on NVLink, and a guess for a network.
local wm = require "warpmark"
local beside = require "papers.beside"

-- large: size of a tandem whose rows are made when they are read, in layout generated.
local options = wm.options({ tandem = 4095, cluster = 572, random = 30000, large = 20000,
                             places = "cuda2", host = 8, edges = 15e-6, meeting = 4e-6,
                             network = 5e-6 },
                           { tandem = 63, cluster = 10, random = 300, large = 100,
                             places = "cuda2", host = 8, edges = 15e-6, meeting = 4e-6,
                             network = 5e-6 })

-- Variants for sources with stored rows, and for sources without.
local stored, made, variants = {}, {}, {}
local function add(to, variant)
    to[#to + 1] = variant
    variants[#variants + 1] = variant
end
for place in ("cuda," .. options.places):gmatch "[^,]+" do
    for _, loop in ipairs { "graph", "host" } do
        for _, layout in ipairs { "auto", "msr" } do
            add(stored, string.format("jacobi[loop=%s]/%s/f64/%s", loop, layout, place))
        end
    end
    add(made, string.format("jacobi[loop=graph]/generated/f64/%s", place))
end
if wm.quick then -- there may be no GPU
    add(stored, "jacobi/auto/f64/seq")
    add(stored, "jacobi/msr/f64/seq")
    add(made, "jacobi/generated/f64/seq")
end

local problems = {}
for _, one in ipairs {
    { "tandem:c=%d", "tandem %d", options.tandem, stored },
    { "cluster:n=%d", "cluster %d", options.cluster, stored },
    { "random_dd:n=%d,density=0.1", "random %d", options.random, stored },
    { "tandem:c=%d,matrix=none", "tandem %d", options.large, made },
} do
    problems[#problems + 1] = { source = string.format(one[1], one[3]),
                                label = string.format(one[2], one[3]), variants = one[4] }
end

-- Each case at several GPUs beside the same at one.
local function speedups(results)
    local function row(several, one)
        return { several.problem, several.variant, one.per_iteration or one.status,
                 several.per_iteration or several.status,
                 beside.ratio(results, one, several, "per_iteration") }
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" },
            { title = "one GPU", group = "a sweep", unit = "s" },
            { title = "several", group = "a sweep", unit = "s" },
            { title = "times as fast", unit = "ratio" },
        },
        rows = beside.rows(results, "/cuda%d+$", "/cuda", row),
    }
end

local SWEEPS, MOST = 50, 1024

-- Numbers about 0 with deviation 1, the same in every run: each is the sum of twelve. Simulations
-- take them in turn.
local NORMALS = 4099
local normals, state = {}, 1
for k = 1, NORMALS do
    normals[k] = -6
    for _ = 1, 12 do
        state = (state * 16807) % 2147483647
        normals[k] = normals[k] + state / 2147483647
    end
end

-- Returns the mean time of a sweep on this number of cards; each card takes `seconds` for its part.
local function simulate(cards, seconds, spread)
    local hosts = math.ceil(cards / options.host)
    local latency = cards == 1 and 0
        or options.meeting + options.network * math.ceil(math.log(hosts, 2))
    local ended, met, drawn = {}, 0, 0
    for card = 1, cards do ended[card] = 0 end
    for _ = 1, SWEEPS do
        local last = 0
        for card = 1, cards do
            local start = ended[card]
            if start < met then start = met end
            drawn = drawn % NORMALS + 1
            ended[card] = start + seconds * (1 + spread * normals[drawn])
            if start > last then last = start end
        end
        if cards > 1 then met = last + options.edges + latency end
    end
    return math.max(met, table.unpack(ended)) / SWEEPS
end

-- Cases of one problem and variant by their number of cards.
local function by_cards(results)
    local families, order = {}, {}
    for _, case in ipairs(results.cases { layout = "*" }) do
        local stem, cards = case.variant:match "^(.*/cuda)(%d*)$"
        if stem then
            local key = case.problem .. " " .. stem
            if not families[key] then
                families[key] = { problem = case.problem, variant = stem, case = {} }
                order[#order + 1] = families[key]
            end
            if case.per_iteration then families[key].case[tonumber(cards) or 1] = case end
        end
    end
    return order
end

local function predictions(results)
    local rows = {}
    for _, family in ipairs(by_cards(results)) do
        local counts = {}
        for cards in pairs(family.case) do counts[#counts + 1] = cards end
        table.sort(counts)
        local few, more = counts[1], counts[2]
        if more then
            local first = family.case[few]
            local one, two = first.per_iteration, family.case[more].per_iteration
            local work = (one - two) / (1 / few - 1 / more)
            local fixed = one - work / few
            local low, high = results.interval(first, "per_iteration")
            local spread = low and (high - low) / 2 / one or 0
            local alone = fixed + work
            for k = 0, math.log(MOST, 2) do
                local cards = math.floor(2 ^ k)
                local time = simulate(cards, fixed + work / cards, spread)
                rows[#rows + 1] = { family.problem, family.variant, cards,
                                    family.case[cards] and family.case[cards].per_iteration
                                        or false, time, alone / time }
            end
        end
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" }, { title = "GPUs" },
            { title = "measured", group = "a sweep", unit = "s" },
            { title = "predicted", group = "a sweep", unit = "s" },
            { title = "times as fast", unit = "ratio" },
        },
        rows = rows,
    }
end

return wm.experiment {
    name = "scale",
    title = "Sweeps on one GPU and on several",
    problems = problems,
    variants = variants,
    solve = { prove = false },
    measure = { iterations = wm.quick and 50 or 400, count_iterations = false, min_samples = 6,
                max_time = wm.quick and "50ms" or "1s", timeout = "2m" },
    tables = {
        { id = "sweep", title = "Time of one sweep", rows = "variant", columns = "problem",
          value = "per_iteration" },
        { id = "speedup", title = "Several GPUs beside one", build = speedups },
        { id = "model", title = "More GPUs, by simulation", build = predictions },
    },
}
