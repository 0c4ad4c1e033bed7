-- Decision processes: how long each method takes, and how far its answer is off. Models are small
-- ones of PRISM's benchmark suite. The figures are a study: as the coin of the consensus protocol
-- needs more steps (K), value iteration takes more and more sweeps, and still stops too early;
-- policy iteration solves some chains. Storm and PRISM stand beside, where they are installed
-- (docs/engines.md).
local wm = require "warpmark"

local options = wm.options({
    consensus = { 2, 4, 8, 16, 32, 64 }, csma = { 2, 4 }, wlan = { 0, 1, 2 }, zeroconf = { 1000 },
    firewire = { 3, 36 }, israeli_jalfon = { 10 }, leader_async = { 4 }, rabin = { 3 },
}, {
    consensus = { 2, 4, 8 }, csma = { 2 }, wlan = { 0 }, zeroconf = { 20 }, firewire = { 3 },
    israeli_jalfon = { 6 }, leader_async = { 3 }, rabin = { 3 },
})

local models = {
    { name = "csma", source = "csma:n=2,k=%d" },
    { name = "wlan", source = "wlan:backoff=%d" },
    { name = "zeroconf", source = "zeroconf:n=%d,k=2" },
    { name = "firewire", source = "firewire_abst:delay=%d" },
    { name = "israeli_jalfon", source = "israeli_jalfon:n=%d" },
    { name = "leader_async", source = "leader_async:n=%d" },
    { name = "rabin", source = "rabin:n=%d" },
}

local problems = {}
for _, k in ipairs(options.consensus) do
    problems[#problems + 1] = { source = string.format("consensus:n=2,k=%d,property=3", k),
                                label = "consensus, K = " .. k, K = k }
end
for _, model in ipairs(models) do
    for _, size in ipairs(options[model.name]) do
        problems[#problems + 1] = { source = model.source:format(size),
                                    label = model.name .. " " .. size }
    end
end

-- The figures show what differs: auto is pi there, and other sweeps are close to vi or ovi. More
-- than eight curves would share panels.
local curves = "problem=consensus*,place=seq,method={vi,ovi,pi,storm,prism}"

return wm.experiment {
    name = "mdp",
    title = "Methods for decision processes, beside Storm and PRISM",
    problems = problems,
    variants = { "{vi,vi_gs,topological,ii,ovi,svi,pi,mpi,auto}/msr/f64/seq",
                 "{vi,pi}/msr/f64/omp", "storm[method={vi,ovi,pi}]/sparse/f64/seq",
                 "prism[method={vi,gs}]/sparse/f64/seq" },
    solve = { epsilon = 1e-6 },
    measure = { max_time = wm.quick and "20ms" or "1s", timeout = wm.quick and "5s" or "60s" },
    figures = {
        { id = "study", title = "Value and policy iteration as K grows", kind = "lines", x = "K",
          y = "solve", by = "variant", where = curves, log = "xy" },
        { id = "errors", title = "Proven error of the answer as K grows", kind = "lines", x = "K",
          y = "proven_error", by = "variant", where = curves, log = "xy" },
    },
    tables = {
        { id = "times", title = "Time to solve", rows = "problem", value = "solve" },
        { id = "iterations", title = "Iterations", rows = "problem", value = "iterations" },
        { id = "off", title = "Proven error", rows = "problem", value = "proven_error" },
    },
    expect = { "not_converged", "wrong", "inaccurate", "timeout", "unsupported", "skipped" },
}
