-- SPIN 2009, table 1: herman, sequential and on the GPU.
--
-- Two chains of tables 2 and 3 are solved beside it: claim S2 says that herman gains least.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local options = wm.options({ herman = { 15, 17 }, cluster = { 320 }, tandem = { 1023 } },
                           { herman = { 15 }, cluster = { 26 }, tandem = { 63 } })

local problems = spin09.counted("herman", options.herman, spin09.solvers "herman")
for _, model in ipairs { "cluster", "tandem" } do
    table.move(spin09.counted(model, options[model], spin09.solvers(model)), 1, #options[model],
               #problems + 1, problems)
end
local variants, whole = spin09.variants({ "herman", "cluster", "tandem" }, problems)

-- Speedups end to end, of herman and of the others: the largest of the first below the smallest of
-- the second.
local function herman_gains_least(results)
    local lack = paper.needs_gpu(results, { spin09.theirs })
    if lack or results.quick then return nil, lack or paper.quick end
    local largest, smallest, words, of_herman = 0, math.huge, {}, {}
    for _, problem in ipairs(problems) do
        local seq, why =
            spin09.end_to_end(results,
                              spin09.case(results, problem.model, problem.size, spin09.prism))
        if not seq then return nil, problem.label .. ", sequential: " .. why end
        local gpu
        gpu, why =
            spin09.end_to_end(results,
                              spin09.case(results, problem.model, problem.size, spin09.theirs))
        if not gpu then return nil, problem.label .. ", GPU: " .. why end
        local speedup = seq / gpu
        if problem.model == "herman" then
            largest, of_herman[#of_herman + 1] = math.max(largest, speedup), speedup
        else
            smallest = math.min(smallest, speedup)
        end
        words[#words + 1] = string.format("%s %.2f", problem.label, speedup)
    end
    local numbers = "end to end: " .. table.concat(words, ", ")
    if largest < (1 - spin09.noise) * smallest then return true, numbers, of_herman end
    if smallest < (1 - spin09.noise) * largest then return false, numbers, of_herman end
    return nil, numbers .. ", within noise", of_herman
end

return wm.experiment {
    name = "spin09-table1",
    title = "Herman's ring: sequential and on the GPU",
    paper = "SPIN 2009, table 1",
    problems = problems,
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Herman's ring",
          build = spin09.times_table("herman", "spin09-t1-herman.csv", "instance") },
    },
    claims = {
        { id = "S2", text = "herman gains least (1.0 to 1.5) although the GPU does all sweeps",
          test = herman_gains_least, magnitude = { low = 1.0, high = 1.5 } },
        { id = "S10",
          text = "the sparse representation was faster than MTBDD and hybrid in all cases",
          test = function() return nil,
          "PRISM's MTBDD and hybrid engines are not among the solvers here" end },
    },
}
