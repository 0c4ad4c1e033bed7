-- STTT 13 (2011), table 3: the workstation cluster, sequential, on one GPU and on two.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"
local sttt11 = require "papers.sttt11"

local options = wm.options({ n = { 122, 230, 320, 410, 446, 464, 500, 572 } }, { n = { 122 } })
local variants, whole = sttt11.variants({ "cluster" })

return wm.experiment {
    name = "sttt11-table3",
    title = "Workstation cluster: sequential, on one GPU and on two",
    paper = "STTT 13 (2011), table 3",
    problems = spin09.problems("cluster", options.n),
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Workstation cluster",
          build = sttt11.times_table("cluster", "sttt11-t3-cluster.csv", "N") },
    },
}
