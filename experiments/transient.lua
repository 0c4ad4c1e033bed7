-- Transient questions: what holds within a time, and rewards until a time, on chains of three kinds
-- for times from 0.1 to 10000. Uniformisation takes about one step for each jump that the fastest
-- state would make, so its work grows with the time. Storm and PRISM stand beside, where they are
-- installed (docs/engines.md); every answer is checked by a proof (docs/proofs.md, theorem 7).
local wm = require "warpmark"

local options = wm.options(
    { t = { 0.1, 1, 10, 100, 1000, 10000 }, cluster = { 64 }, fms = { 4 }, embedded = { 4 } },
    { t = { 0.1, 1, 10 }, cluster = { 4 }, fms = { 1 }, embedded = { 2 } })

local chains = {
    { name = "cluster", source = 'cluster:n=%d,prop=P=?[F<=%g !"minimum"]' },
    { name = "fms", source = 'fms:n=%d,prop=R{"productivity"}=?[C<=%g]' },
    { name = "embedded", source = 'embedded:max=%d,prop=P=?[F<=%g "down"]' },
}

local problems, figures = {}, {}
for _, chain in ipairs(chains) do
    for _, size in ipairs(options[chain.name]) do
        for _, t in ipairs(options.t) do
            local label = string.format("%s %d, t = %g", chain.name, size, t)
            problems[#problems + 1] = { source = chain.source:format(size, t), time = t,
                                        label = label }
        end
    end
    figures[#figures + 1] = {
        id = chain.name, title = "Time of a transient answer, " .. chain.name, kind = "lines",
        x = "time", y = "solve", by = "variant", where = "problem=" .. chain.name .. "*",
        log = "xy",
    }
end

return wm.experiment {
    name = "transient",
    title = "Transient questions by uniformisation, beside Storm and PRISM",
    problems = problems,
    variants = { "uniformisation/{msr,auto}/f64/{seq,omp,cuda}", "storm/sparse/f64/seq",
                 "prism/sparse/f64/seq" },
    solve = { epsilon = 1e-9 },
    measure = { max_time = wm.quick and "20ms" or "1s", timeout = wm.quick and "5s" or "120s" },
    figures = figures,
    tables = {
        { id = "times", title = "Time to solve", rows = "problem", value = "solve" },
        { id = "steps", title = "Steps", rows = "problem", value = "iterations" },
        { id = "errors", title = "Proven error", rows = "problem", value = "proven_error" },
    },
}
