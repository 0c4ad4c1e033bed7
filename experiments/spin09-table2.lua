-- SPIN 2009, table 2: the workstation cluster, sequential and on the GPU.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local options = wm.options({ n = { 122, 230, 320, 410, 446, 464, 500, 572 } }, { n = { 122 } })
local problems = spin09.counted("cluster", options.n, spin09.solvers "cluster")
local variants, whole = spin09.variants({ "cluster" }, problems)

local function small_instances_gain(results)
    local points, why = spin09.speedups(results, "cluster", { 122 }, spin09.prism, spin09.theirs)
    if not points then return nil, why end
    local speedup = points[1][2]
    local verdict, numbers = spin09.judged(spin09.above(points, 1),
                                           string.format("a speedup of %.2f at N = 122", speedup))
    return verdict, numbers, speedup
end

return wm.experiment {
    name = "spin09-table2",
    title = "Workstation cluster: sequential and on the GPU",
    paper = "SPIN 2009, table 2",
    problems = problems,
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Workstation cluster",
          build = spin09.times_table("cluster", "spin09-t2-cluster.csv", "N") },
    },
    claims = {
        { id = "S3", text = "even small cluster instances gain more than 3",
          test = small_instances_gain, magnitude = { low = 3 } },
    },
}
