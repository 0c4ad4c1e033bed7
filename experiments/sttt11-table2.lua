-- STTT 13 (2011), table 2: herman, sequential, on one GPU and on two.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"
local sttt11 = require "papers.sttt11"

local options = wm.options({ n = { 15, 17 } }, { n = { 15 } })
local variants, whole = sttt11.variants({ "herman" }, true)

-- End to end: generation, layout, upload, solve and download.
local function two_help(results)
    local lack = paper.needs_gpu(results, { spin09.theirs, sttt11.two })
    if lack then return nil, lack end
    local one, why = spin09.needed(results, "herman", { 17 }, spin09.theirs)
    if not one then return nil, why end
    local two
    two, why = spin09.needed(results, "herman", { 17 }, sttt11.two)
    if not two then return nil, why end
    local single, both = spin09.end_to_end(results, one[1]), spin09.end_to_end(results, two[1])
    if not single or not both then return nil, "the iterations of herman 17 were not counted" end
    local numbers = string.format("end to end on one GPU %s, on two %s", results.show(single, "s"),
                                  results.show(both, "s"))
    if both < (1 - spin09.noise) * single then return true, numbers end
    if single < (1 - spin09.noise) * both then return false, numbers end
    return nil, numbers .. ", within noise"
end

return wm.experiment {
    name = "sttt11-table2",
    title = "Herman's ring: sequential, on one GPU and on two",
    paper = "STTT 13 (2011), table 2",
    problems = spin09.problems("herman", options.n),
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Herman's ring",
          build = sttt11.times_table("herman", "sttt11-t2-herman.csv", "instance") },
    },
    claims = {
        { id = "T3", text = "two GPUs help herman 17 (copying in parallel)", test = two_help },
    },
}
