-- SPIN 2009, figure 1: the workstation cluster's times, sequential and on the GPU, and their ratio,
-- over N.
--
-- The paper's curves are those of its table 2, whose instances these are. Its kernel is timed over
-- some iterations here; spin09-table2 runs its solves as a whole.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local sizes = { 122, 230, 320, 410, 446, 464, 500, 572 }
local options = wm.options({ n = sizes }, { n = { 122 } })
local _, today = spin09.record("cluster")
local variants, whole = { spin09.theirs, spin09.prism, today }, { today }

local published = paper.rows("spin09-t2-cluster.csv")

local function times(results)
    return {
        x = { title = "N", unit = "count" }, y = spin09.time_axis, log = "y",
        curves = spin09.curves(
            spin09.published_curve("paper: sequential", published, "N",
                                   function(row) return row.seq_s end),
            spin09.published_curve("paper: GPU", published, "N",
                                   function(row) return row.gpu_s end),
            spin09.time_curve(results, "ours: sequential", "cluster", spin09.prism),
            spin09.time_curve(results, "ours: GPU", "cluster", spin09.theirs),
            spin09.time_curve(results, "ours: GPU, today's best", "cluster", nil)),
    }
end

local function speedups(results)
    return {
        x = { title = "N", unit = "count" },
        y = { title = "speedup over sequential", unit = "ratio" }, curves = spin09.curves(
            spin09.published_curve("paper", published, "N", function(row) return row.factor end),
            spin09.speedup_curve(results, "ours: the paper's kernel", "cluster", spin09.theirs),
            spin09.speedup_curve(results, "ours: today's best", "cluster")),
    }
end

local function rises_and_falls(results)
    local run = spin09.present(results, "cluster", sizes)
    local points, why = spin09.speedups(results, "cluster", run, spin09.prism, spin09.theirs)
    if not points then return nil, why end
    local verdict, numbers = spin09.rises_then_falls(points)
    return verdict, numbers, spin09.largest(points)[2]
end

return wm.experiment {
    name = "spin09-figure1",
    title = "Workstation cluster: times and speedup by size",
    paper = "SPIN 2009, figure 1",
    problems = spin09.problems("cluster", options.n),
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    figures = {
        { id = "times", title = "Workstation cluster: time", build = times },
        { id = "speedup", title = "Workstation cluster: speedup", build = speedups },
    },
    claims = {
        { id = "S4",
          text = "cluster's speedup rises to about 9 and falls slightly for the largest N",
          test = rises_and_falls, magnitude = { low = 9, high = 9 } },
    },
}
