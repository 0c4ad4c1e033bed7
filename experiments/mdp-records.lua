-- Decision processes: the time of a sweep by layout and place, with the bytes that it moves and its
-- speed beside a copy, and the time to a proven answer by method and place, as models grow.
--
-- A time counts if the answer's error is proven to be at most `proven` (docs/proofs.md). Methods
-- that stop when little changes try several epsilons. Sweeps are those of vi, with the test in
-- each, timed in blocks. docs/records.md has the numbers.
local wm = require "warpmark"
local proven = require "papers.proven"

local options = wm.options({
    consensus = { 16, 64, 256 }, consensus4 = { 4, 16 }, csma = { 4, 6 }, csma3 = { 2, 4 },
    wlan = { 2, 4, 6 }, firewire = { 36, 72 }, firewire_impl = { 3, 36 }, zeroconf = { 1000 },
    israeli_jalfon = { 10, 15 }, leader_async = { 5, 6 }, rabin = { 3 }, grid = { 100, 1000 },
    models = { "consensus", "consensus4", "csma", "csma3", "wlan", "firewire", "firewire_impl",
               "zeroconf", "israeli_jalfon", "leader_async", "rabin", "grid" },
    places = { "cuda", "seq", "omp" }, proven = 1e-6,
    sweeps = { 1e-6, 1e-8, 1e-10, 1e-12 }, -- epsilons of methods that prove nothing
}, {
    consensus = { 2, 4 }, csma = { 2 }, wlan = { 0 }, firewire = { 3 }, zeroconf = { 20 },
    grid = { 10 }, models = { "consensus", "csma", "wlan", "firewire", "zeroconf", "grid" },
    sweeps = { 1e-6, 1e-9 },
})

-- Sources and labels.
local models = {
    consensus = { "consensus:n=2,k=%d,property=3", "consensus 2/%d" },
    consensus4 = { "consensus:n=4,k=%d,property=3", "consensus 4/%d" },
    csma = { "csma:n=2,k=%d", "csma 2/%d" },
    csma3 = { "csma:n=3,k=%d", "csma 3/%d" },
    wlan = { "wlan:backoff=%d", "wlan %d" },
    firewire = { "firewire_abst:delay=%d", "firewire_abst %d" },
    firewire_impl = { "firewire:choices=mdp,delay=%d", "firewire %d" },
    zeroconf = { "zeroconf:n=%d,k=4", "zeroconf %d/4" },
    israeli_jalfon = { "israeli_jalfon:n=%d", "israeli_jalfon %d" },
    leader_async = { "leader_async:n=%d", "leader_async %d" },
    rabin = { "rabin:n=%d", "rabin %d" },
    grid = { "grid:n=%d", "grid %d" },
}

-- Methods in the order of the tables.
local methods = {
    { name = "vi", single = true }, { name = "vi_gs", single = true },
    { name = "topological", single = true }, { name = "ii" }, { name = "ovi" }, { name = "svi" },
    { name = "mpi" }, { name = "pi" }, { name = "auto" },
}

-- The variants of a place: methods that solve, with their epsilons, and sweeps by layout.
local sweeps, once = proven.epsilons(options.sweeps), proven.epsilons { options.proven }
local solves = {
    seq = { "{vi,vi_gs,topological,mpi}[" .. sweeps .. "]/msr/f64/seq",
            "{ii,ovi,svi,pi}[" .. once .. "]/msr/f64/seq", "auto[" .. sweeps .. "]/auto/f64/seq" },
    omp = { "vi[" .. sweeps .. "]/msr/f64/omp",
            "{ii,ovi,svi,pi}[" .. once .. "]/msr/f64/omp", "auto[" .. sweeps .. "]/auto/f64/omp" },
    cuda = { "vi[loop=graph," .. sweeps .. "]/msr/f64/cuda",
             "auto[" .. sweeps .. "]/auto/f64/cuda" },
}
local blocks = {
    seq = "vi/{msr,cmsr,delta16,balanced,panels}/f64/seq",
    omp = "vi/{msr,cmsr,delta16,balanced,panels}/f64/omp",
    cuda = "vi[loop=graph]/{msr,cmsr,panels,cusparse}/f64/cuda",
}
local variants, whole = {}, {}
for _, place in ipairs(options.places) do
    for _, variant in ipairs(solves[place]) do
        variants[#variants + 1] = variant
        whole[#whole + 1] = variant
    end
    variants[#variants + 1] = blocks[place]
end
local parts = {}
for k, name in ipairs(options.models) do
    local model = models[name] or error("there is no model " .. name)
    parts[k] = { name = name, source = model[1], label = model[2], sizes = options[name],
                 variants = variants }
end
local problems = proven.plan(parts)

local shown = proven.shown {
    most = options.proven, places = options.places, methods = methods, titles = {},
    singles = "the methods of sweeps alone (vi, vi_gs, topological)",
}

for _, table_of in ipairs {
    { id = "sweep", title = "Time of one sweep", value = "per_iteration" },
    { id = "traffic", title = "Bytes that a sweep moves at least", value = "traffic" },
    { id = "share", title = "Share of the speed of a copy", value = "copy_share" },
} do
    table_of.rows, table_of.columns = "variant", "problem"
    table_of.where = "variant=vi{,[loop=graph]}/*"
    table.insert(shown.tables, table_of)
end

return wm.experiment {
    name = "mdp-records",
    title = "Decision processes: sweeps, and time to a proven answer",
    problems = problems,
    variants = variants,
    solve = { prove_time = wm.quick and "5s" or "5m" },
    measure = { iterations = wm.quick and 50 or 200, count_iterations = false,
                whole = whole, warmup = 0, min_samples = 1, max_samples = 5, copy_samples = 20,
                max_time = wm.quick and "5ms" or "2s", timeout = wm.quick and "250ms" or "1m",
                skip_dominated = { axis = "size", budget = "1m" } },
    figures = shown.figures,
    tables = shown.tables,
    expect = { "not_converged", "inaccurate", "timeout", "skipped", "unsupported", "no_device",
               "oom_host", "oom_device" },
}
