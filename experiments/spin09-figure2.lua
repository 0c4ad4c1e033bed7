-- SPIN 2009, figure 2: the time of one iteration on the tandem queueing network over c, in single
-- and double precision.
--
-- The paper's curve is its table 3: the time of a solve over its iterations, in double precision.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local sizes = { 255, 511, 1023, 2047, 3070, 3588, 4095 }
local options = wm.options({ c = sizes }, { c = { 255, 511 } })
local double = { theirs = spin09.theirs, prism = spin09.prism, today = "jacobi/pattern/f64/cuda" }
local single = {}
for name, variant in pairs(double) do single[name] = variant:gsub("f64", "f32") end

local published = paper.rows("spin09-t3-tandem.csv")
local card = 2 ^ 30 -- B, the memory of the paper's card

local function sweeps(results)
    local function curve(title, variant)
        return spin09.sweep_curve(results, title, "tandem", variant)
    end
    return {
        x = { title = "c", unit = "count" }, y = { title = "time per iteration", unit = "s" },
        log = "xy", curves = spin09.curves(
            spin09.published_curve("paper: GPU, double", published, "c", function(row)
                return type(row.gpu_s) == "number" and row.gpu_s / row.iterations
            end),
            curve("GPU, double", double.theirs), curve("GPU, single", single.theirs),
            curve("GPU, today's layout, double", double.today),
            curve("GPU, today's layout, single", single.today),
            curve("one core, double", double.prism), curve("one core, single", single.prism)),
    }
end

-- "Nearly": within 10 % at every c.
local function nearly_the_same(results)
    local run = spin09.present(results, "tandem", sizes)
    local points, why = spin09.speedups(results, "tandem", run, double.theirs, single.theirs)
    if not points then return nil, why end
    local verdict, words = true, {}
    for k, p in ipairs(points) do
        words[k] = string.format("%.2f at %d", p[2], p[1])
        if p[3] > 1.1 or p[4] < 0.9 then verdict = false
        elseif verdict and (p[4] > 1.1 or p[3] < 0.9) then verdict = nil end
    end
    return spin09.judged(verdict,
                         "double over single, nearly means within 10 %: "
                             .. table.concat(words, ", "))
end

-- The largest c that fits the paper's card, by the bytes of matrix and vectors.
local function largest(results, variant)
    local run = spin09.present(results, "tandem", sizes)
    local cases, why = spin09.needed(results, "tandem", run, variant)
    if not cases then return nil, why end
    local fits
    for k, size in ipairs(run) do
        if spin09.memory(cases[k]) <= card then fits = size end
    end
    return fits, "none of the instances fits"
end

local function single_fits_larger(results)
    local wide, why = largest(results, double.theirs)
    if not wide then return nil, why end
    local narrow
    narrow, why = largest(results, single.theirs)
    if not narrow then return nil, why end
    local run = spin09.present(results, "tandem", sizes)
    if wide == run[#run] then return nil, "the largest instance fits in both precisions" end
    return narrow
        > wide, string.format("of these the largest in %s is c = %d in double precision, %d in "
                              .. "single", results.show(card, "B"), wide, narrow)
end

local variants = {}
for _, precision in ipairs { double, single } do
    variants[#variants + 1], variants[#variants + 2] = precision.theirs, precision.today
    if wm.quick then variants[#variants + 1] = precision.prism end -- there may be no GPU
end

return wm.experiment {
    name = "spin09-figure2",
    title = "Tandem queueing network: time per iteration in single and double precision",
    paper = "SPIN 2009, figure 2",
    problems = spin09.problems("tandem", options.c),
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(),
    figures = {
        { id = "sweeps", title = "Tandem queueing network: time per iteration", build = sweeps },
    },
    claims = {
        { id = "S6",
          text = "single and double precision take nearly the same time per iteration on the GPU",
          test = nearly_the_same },
        { id = "S7", text = "single precision lets larger instances fit",
          test = single_fits_larger },
    },
}
