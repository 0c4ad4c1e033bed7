-- make bench-switches: options that are off by default, on and off in the same run. Table gains has
-- the time of each variant with the option and its ratio to that without; the interval of the ratio
-- says whether there is a gain. place=omp part=refine measures refinement on a CPU; random=30000 is
-- for a GPU.
--
-- part=cache   what L2 keeps of x: option cache of cmsr and cwl
-- part=refine  iterations in f32: option refine of bicgstab and gmres
local wm = require "warpmark"
local options = wm.options({ part = "cache", place = "cuda", random = 4000 })

local parts = {
    cache = {
        problems = { "fms:n=8", "polling:n=18" },
        quick = { "fms:n=3", "polling:n=8" },
        variants = { "jacobi[loop=graph]/{cmsr,cwl}/f64/%s",
                     "jacobi[loop=graph,cache={prefer,reserve}]/{cmsr,cwl}/f64/%s" },
        option = "cache=%a+", value = "per_iteration",
        measure = { iterations = 200, count_iterations = false },
        epsilon = 1e-3,
    },
    refine = {
        problems = { string.format("random_dd:n=%d,density=0.1", options.random), "herman:n=11",
                     "herman:n=13" },
        quick = { "random_dd:n=500,density=0.1", "herman:n=7" },
        variants = { "{bicgstab,gmres}/{msr,panels}/f64/%s",
                     "{bicgstab,gmres}[refine=f32]/{msr,panels}/f64/%s" },
        option = "refine=%a+%d*", value = "solve",
        measure = {},
        epsilon = 1e-10,
    },
}
local part = parts[options.part]
if not part then error("part is cache or refine, not " .. options.part) end

local variants = {}
for k, variant in ipairs(part.variants) do
    variants[k] = variant:format(options.place)
end

-- Returns the name of a variant without the option; nil if it has none.
local function without(variant)
    local before, after = variant:match("^(.-[%[,])" .. part.option .. "(.*)$")
    if not before then return nil end
    return ((before .. after):gsub("%[%]", ""):gsub(",%]", "]"):gsub("%[,", "["))
end

local function gains(results)
    local rows = {}
    for _, on in ipairs(results.cases {}) do
        local name = without(on.variant)
        local offs = name and results.cases { problem = on.problem, variant = name } or {}
        for _, off in ipairs(offs) do
            local ratio, low, high
            if on[part.value] and off[part.value] then
                ratio, low, high = results.ratio(on, off, part.value)
            end
            rows[#rows + 1] = { on.problem, on.variant, off[part.value], on[part.value], ratio, low,
                                high, off.iterations, on.iterations, on.note }
        end
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" }, { title = "off", unit = "s" },
            { title = "on", unit = "s" }, { title = "ratio", unit = "ratio" },
            { title = "from", unit = "ratio" }, { title = "to", unit = "ratio" },
            { title = "iterations off" }, { title = "on" }, { title = "note" },
        },
        rows = rows,
    }
end

part.measure.max_time = wm.quick and "50ms" or "1s"
part.measure.timeout = "60s"

return wm.experiment {
    name = "bench-switches",
    problems = wm.quick and part.quick or part.problems,
    variants = variants,
    solve = { epsilon = part.epsilon },
    measure = part.measure,
    expect = { "not_converged" },
    tables = { { id = "gains", title = "With an option, and without it", build = gains } },
}
