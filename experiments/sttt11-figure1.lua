-- STTT 13 (2011), figure 1: the workstation cluster's times, sequential, on one GPU and on two, and
-- their speedups, over N.
--
-- The paper's curves are its table 3, of the 64-bit system, whose instances these are.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"
local sttt11 = require "papers.sttt11"

local options =
    wm.options({ n = { 122, 230, 320, 410, 446, 464, 500, 572 } }, { n = { 122 } })
local _, today = spin09.record("cluster")
local variants, whole = { spin09.theirs, spin09.prism, sttt11.two, today }, { today }

local published = {}
for _, row in ipairs(paper.rows("sttt11-t3-cluster.csv")) do
    if row.system == "64bit" then published[#published + 1] = row end
end

local function theirs(title, column)
    return spin09.published_curve(title, published, "N", function(row) return row[column] end)
end

local function times(results)
    return {
        x = { title = "N", unit = "count" }, y = spin09.time_axis, log = "y",
        curves = spin09.curves(
            theirs("paper: sequential", "seq_s"), theirs("paper: one GPU", "gpu_s"),
            theirs("paper: two GPUs", "gpu2_s"),
            spin09.time_curve(results, "ours: sequential", "cluster", spin09.prism),
            spin09.time_curve(results, "ours: one GPU", "cluster", spin09.theirs),
            spin09.time_curve(results, "ours: two GPUs", "cluster", sttt11.two),
            spin09.time_curve(results, "ours: one GPU, today's best", "cluster", nil)),
    }
end

local function speedups(results)
    return {
        x = { title = "N", unit = "count" },
        y = { title = "speedup over sequential", unit = "ratio" }, curves = spin09.curves(
            theirs("paper: one GPU", "factor"), theirs("paper: two GPUs", "gpu2_factor"),
            spin09.speedup_curve(results, "ours: one GPU", "cluster", spin09.theirs),
            spin09.speedup_curve(results, "ours: two GPUs", "cluster", sttt11.two),
            spin09.speedup_curve(results, "ours: one GPU, today's best", "cluster")),
    }
end

return wm.experiment {
    name = "sttt11-figure1",
    title = "Workstation cluster: times and speedups by size, on one GPU and two",
    paper = "STTT 13 (2011), figure 1",
    problems = spin09.problems("cluster", options.n),
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    figures = {
        { id = "times", title = "Workstation cluster: time", build = times },
        { id = "speedup", title = "Workstation cluster: speedup", build = speedups },
    },
}
