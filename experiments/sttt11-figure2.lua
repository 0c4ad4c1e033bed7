-- STTT 13 (2011), figure 2: the time of one iteration on the tandem queueing network over c, in
-- single and double precision, on one GPU and on two.
--
-- The paper's curves are its table 4, of the 64-bit system: the time of a solve over its
-- iterations, in double precision.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"
local sttt11 = require "papers.sttt11"

local options =
    wm.options({ c = { 255, 511, 1023, 2047, 3070, 3588, 4095 } }, { c = { 255, 511 } })

local function single(variant) return (variant:gsub("f64", "f32")) end

local variants = {}
-- there may be no GPU
for _, variant in ipairs { spin09.theirs, sttt11.two, wm.quick and spin09.prism or nil } do
    variants[#variants + 1], variants[#variants + 2] = variant, single(variant)
end

local published, known = {}, {}
for _, row in ipairs(paper.rows("sttt11-t4-tandem.csv")) do
    if row.system == "64bit" then published[#published + 1] = row end
end
for _, row in ipairs(paper.rows("sttt11-t1-properties.csv")) do
    if row.model == "tandem" then known[row.instance] = row.iterations end
end

local function sweeps(results)
    local function curve(title, variant)
        return spin09.sweep_curve(results, title, "tandem", variant)
    end
    local function theirs(title, column)
        return spin09.published_curve(title, published, "c", function(row)
            return type(row[column]) == "number" and row[column] / known[row.c]
        end)
    end
    return {
        x = { title = "c", unit = "count" }, y = { title = "time per iteration", unit = "s" },
        log = "xy", curves = spin09.curves(
            theirs("paper: one GPU, double", "gpu_s"), theirs("paper: two GPUs, double", "gpu2_s"),
            curve("one GPU, double", spin09.theirs),
            curve("one GPU, single", single(spin09.theirs)),
            curve("two GPUs, double", sttt11.two), curve("two GPUs, single", single(sttt11.two)),
            curve("one core, double", spin09.prism),
            curve("one core, single", single(spin09.prism))),
    }
end

return wm.experiment {
    name = "sttt11-figure2",
    title = "Tandem queueing network: time per iteration on one GPU and two",
    paper = "STTT 13 (2011), figure 2",
    problems = spin09.problems("tandem", options.c),
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(),
    figures = {
        { id = "sweeps", title = "Tandem queueing network: time per iteration", build = sweeps } },
}
