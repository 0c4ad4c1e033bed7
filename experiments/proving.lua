-- The cost of a sweep that also proves: ii, ovi and svi beside Jacobi, interval_jor beside JOR, in
-- the same layout and on the same problem. Blocks of iterations are timed; there is no answer.
-- docs/notebook/proofs.md has the measured numbers.
local wm = require "warpmark"

local options = wm.options({
    tandem = { 1023, 2047 }, polling = { 16 }, cluster = { 300 }, iterations = 400,
    layout = "{msr,cmsr,wl,pattern,sdia}", place = "cuda",
}, {
    tandem = { 63 }, polling = { 8 }, cluster = { 8 }, iterations = 100, place = "{seq,cuda}",
})

local function variants_of(methods)
    return string.format("%s/%s/f64/%s", methods, options.layout, options.place)
end
local until_ = variants_of("{jacobi,ii,ovi,svi}")
local long_run = variants_of("{jor,interval_jor}")

local problems = {}
local function add(form, size, label, variants)
    problems[#problems + 1] = { source = form:format(size), label = label:format(size),
                                variants = { variants } }
end
for _, c in ipairs(options.tandem) do
    add("tandem:c=%d,property=2", c, "tandem %d, until", until_)
    add("tandem:c=%d", c, "tandem %d, long run", long_run)
end
for _, n in ipairs(options.polling) do add("polling:n=%d", n, "polling %d, until", until_) end
for _, n in ipairs(options.cluster) do add("cluster:n=%d", n, "cluster %d, long run", long_run) end

-- The sweep without a proof that a case stands beside.
local function plain_of(results, case)
    local method = case.method == "interval_jor" and "jor" or "jacobi"
    local found = results.cases { problem = case.problem, method = method, layout = case.layout,
                                  place = case.place }
    return found[1]
end

local function ratios(results)
    local rows = {}
    for _, case in ipairs(results.cases {}) do
        local plain = plain_of(results, case)
        if plain and plain.method ~= case.method then
            local known = plain.per_iteration and case.per_iteration
            rows[#rows + 1] = {
                case.problem, case.variant, plain.per_iteration or plain.status,
                case.per_iteration or case.status,
                known and case.per_iteration / plain.per_iteration or false,
            }
        end
    end
    return {
        columns = {
            { title = "problem" }, { title = "variant" }, { title = "plain sweep", unit = "s" },
            { title = "its sweep", unit = "s" }, { title = "times a plain one", unit = "ratio" },
        },
        rows = rows,
    }
end

-- Returns a test: each sweep of a method takes at most the time of `most` plain sweeps; unknown if
-- none was timed.
local function at_most(method, place, most)
    return function(results)
        local worst
        for _, case in ipairs(results.cases { method = method, place = place }) do
            local plain = plain_of(results, case)
            if plain and plain.per_iteration and case.per_iteration then
                worst = math.max(worst or 0, case.per_iteration / plain.per_iteration)
            end
        end
        if not worst then return nil, "a GPU is needed, and none was timed" end
        return worst <= most, string.format("the largest ratio is %.2f", worst)
    end
end

return wm.experiment {
    name = "proving",
    title = "Sweeps that prove beside sweeps that do not",
    problems = problems,
    variants = { until_, long_run },
    solve = { epsilon = 1e-12, prove = 0 },
    measure = { iterations = options.iterations, count_iterations = false, warmup = 1,
                min_samples = wm.quick and 5 or 15, max_samples = wm.quick and 5 or 25,
                max_time = wm.quick and "200ms" or "2s" },
    tables = { { id = "ratios", title = "Sweeps that prove beside plain ones", build = ratios } },
    claims = {
        { id = "ii-gpu", text = "On a GPU a sweep of ii takes at most 2.1 sweeps of Jacobi",
          test = at_most("ii", "cuda", 2.1) },
        { id = "ovi-gpu", text = "On a GPU a sweep of ovi takes at most 2.1 sweeps of Jacobi",
          test = at_most("ovi", "cuda", 2.1) },
    },
}
