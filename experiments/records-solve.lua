-- The time to a proven answer, by method and device: chains at the papers' sizes and beyond, solved
-- on a GPU, on one core and on all cores, beside the papers' times.
--
-- A time counts if the answer's error is proven to be at most `proven` (docs/proofs.md). It
-- includes the set-up of the method: the factors of ILU(0), the levels of multilevel. Each method
-- tries several epsilons, and the fastest of those that suffice counts. The papers stop when a
-- sweep changes little, which proves nothing. A problem has one proof, made on the GPU if the
-- problem is large and a case runs there, else on the host. prove_time limits it. interval_jor
-- proves its own answers (prove=0 makes no other proof). With require=none answers without a proof
-- have their times in table phases, unless they are doubtful.
local wm = require "warpmark"
local paper = require "papers.paper"
local proven = require "papers.proven"

local options = wm.options({
    tandem = { 255, 1023, 4095 }, cluster = { 320, 572 }, kanban = { 5, 6 }, fms = { 7, 8 },
    polling_until = { 16, 18 }, polling = { 16, 18 }, herman = { 15, 17 }, brp = { 512 },
    chains = { "tandem", "cluster", "kanban", "fms", "polling", "polling_until", "herman", "brp" },
    places = { "cuda", "seq", "omp" }, proven = 1e-6,
    sweeps = { 1e-4, 1e-6, 1e-8, 1e-10 }, -- epsilons of jacobi, jor and gauss_seidel
    others = { 1e-7, 1e-9 },              -- of the other methods
}, {
    tandem = { 15, 63 }, cluster = { 10 }, kanban = { 2 }, fms = { 2 }, polling_until = { 7 },
    polling = { 7 }, herman = { 9 }, brp = { 32 },
    sweeps = { 1e-6, 1e-9 }, others = { 1e-7, 1e-11 },
})

local chains = {
    tandem = { source = "tandem:c=%d", label = "tandem %d, long run", long = true },
    cluster = { source = "cluster:n=%d", label = "cluster %d, long run", long = true },
    kanban = { source = "kanban:t=%d", label = "kanban %d, long run", long = true },
    fms = { source = "fms:n=%d", label = "fms %d, long run", long = true },
    polling = { source = "polling:n=%d,property=2", label = "polling %d, long run", long = true },
    polling_until = { source = "polling:n=%d", label = "polling %d, until" },
    herman = { source = "herman:n=%d", label = "herman %d, reward" },
    brp = { source = "brp:n=%d,max=5", label = "brp %d, until" },
}

-- Methods in the order of the tables, as name patterns; single: those of one level, which make
-- sweeps.
local methods = {
    { name = "jacobi", single = true }, { name = "jor", single = true },
    { name = "gauss_seidel*", single = true }, { name = "interval_jor", single = true },
    { name = "bicgstab" }, { name = "gmres" }, { name = "multilevel" }, { name = "auto" },
}
local titles = { bicgstab = "bicgstab, ilu0 or jacobi", gmres = "gmres, ilu0" }

-- The variants of a chain at a place.
local function variants_of(chain, place)
    local loop = place == "cuda" and "loop=graph," or ""
    local sweeps, others = proven.epsilons(options.sweeps), proven.epsilons(options.others)
    local blocked = place == "cuda" and "pattern" or "auto"
    local in_place = place == "cuda" and "msr" or "auto" -- the layout of gauss_seidel
    local list = {
        string.format("{jacobi,jor}[%s%s]/auto/f64/%s", loop, sweeps, place),
        string.format("{gauss_seidel,gauss_seidel_backward}[%s%s]/%s/f64/%s", loop, sweeps,
                      in_place, place),
        string.format("bicgstab[precondition={ilu0,jacobi},%s]/auto/f64/%s", others, place),
        string.format("gmres[precondition=ilu0,%s]/auto/f64/%s", others, place),
        string.format("multilevel[%s]/auto/f64/%s", others, place),
        string.format("auto[%s]/auto/f64/%s", others, place),
    }
    if chain.long then
        list[#list + 1] = string.format("interval_jor[%s]/auto/f64/%s",
                                        proven.epsilons { options.proven }, place)
    end
    if chain.source:find "^tandem" then
        list[#list + 1] = string.format("jacobi[%stemporal_block=4,%s]/%s/f64/%s", loop, sweeps,
                                        blocked, place)
    end
    return list
end

local parts = {}
for k, name in ipairs(options.chains) do
    local chain = chains[name] or error("there is no chain " .. name)
    parts[k] = { name = name, source = chain.source, label = chain.label, sizes = options[name],
                 variants = {} }
    for _, place in ipairs(options.places) do
        for _, variant in ipairs(variants_of(chain, place)) do
            table.insert(parts[k].variants, variant)
        end
    end
end
local problems, variants = proven.plan(parts)

-- The published times of a solve, by label and then by place: of several layouts the fastest.
local published = {}

local function publish(label, place, seconds)
    local times = published[label] or {}
    published[label] = times
    local old = times[place]
    if type(old) ~= "number" or type(seconds) == "number" and seconds < old then
        times[place] = seconds
    end
end

for label, source in pairs {
    ["herman %d, reward"] = { "spin09-t1-herman.csv", "instance" },
    ["cluster %d, long run"] = { "spin09-t2-cluster.csv", "N" },
    ["tandem %d, long run"] = { "spin09-t3-tandem.csv", "c" },
} do
    for _, row in ipairs(paper.rows(source[1])) do
        publish(label:format(row[source[2]]), "seq", row.seq_s)
        publish(label:format(row[source[2]]), "cuda", row.gpu_s)
    end
end
local meals = { kanban = "kanban %d, long run", fms = "fms %d, long run",
                polling = "polling %d, until" }
for _, row in ipairs(paper.rows "meals13-t5-cmsr-wl.csv") do
    for _, layout in ipairs(meals[row.model] and { "wl", "hwl", "bfs_wl", "bfs_hwl" } or {}) do
        publish(meals[row.model]:format(row.instance), "cuda", row[layout .. "_s"])
    end
end

-- A number, a text such as "oom", or nil.
local function published_for(problem, place)
    return (published[problem.label] or {})[place]
end

local shown = proven.shown {
    most = options.proven, places = options.places, methods = methods, titles = titles,
    singles = "the methods of one level (jacobi, jor, gauss_seidel, interval_jor)",
    published = published_for, publisher = "the papers, no proof",
    notes = { "the papers: SPIN 2009 (herman, cluster, tandem), and the fastest layout of "
                  .. "MEALS D1.6 (kanban, fms, polling)" },
}

return wm.experiment {
    name = "records-solve",
    title = "Time to a proven answer",
    problems = problems,
    variants = variants,
    solve = { require = options.proven, prove_time = wm.quick and "5s" or "5m" },
    measure = { warmup = 0, min_samples = 1, max_samples = 3,
                max_time = wm.quick and "5ms" or "10s", timeout = wm.quick and "250ms" or "2m",
                skip_dominated = { axis = "size", budget = "2m" } },
    figures = shown.figures,
    tables = shown.tables,
    expect = { "not_converged", "diverged", "inaccurate", "timeout", "skipped", "unsupported",
               "no_device", "oom_host", "oom_device" },
}
