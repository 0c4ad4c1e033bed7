-- For every night: each method, in each layout, at each place, on small and medium problems. It
-- takes a few minutes on two cores. Then `warpmark history` shows what became slower, and since
-- when. See docs/nightly.md.
--
-- Options: places (a list, such as places=cuda), precisions, time (the most for a case), large=true
-- (problems that need a GPU to be quick).
--
-- Do not change the problems: another size begins a new series. Impossible combinations become
-- `unsupported`, or `no_device` without a GPU, and take no time.
local wm = require "warpmark"

local options = wm.options(
    { places = { "seq", "omp", "cuda" }, precisions = { "f64" }, time = "500ms", large = false },
    { time = "50ms" })

local function problem(label, source)
    return { source = source, label = label }
end

local problems = {
    problem("random 1000", "random_dd:n=1000,density=0.01"),
    problem("tandem 15", "tandem:c=15"),
    problem("herman 9", "herman:n=9"),
    problem("herman 9, 20 steps", "herman:n=9,property=4,steps=20"),
    problem("tandem 15, time 10", "tandem:c=15,property=3,time=10"),
}
if not wm.quick then
    table.insert(problems, problem("random 4000", "random_dd:n=4000,density=0.01"))
    table.insert(problems, problem("tandem 63", "tandem:c=63"))
    table.insert(problems, problem("cluster 10", "cluster:n=10"))
end
if options.large then
    table.insert(problems, problem("tandem 1023", "tandem:c=1023"))
    table.insert(problems, problem("herman 15", "herman:n=15"))
end

local places = "{" .. table.concat(options.places, ",") .. "}"
local precisions = "{" .. table.concat(options.precisions, ",") .. "}"

return wm.experiment {
    name = "nightly",
    title = "Every method, layout and place",
    problems = problems,
    variants = {
        "{jacobi,jor,gauss_seidel,gauss_seidel_backward,power,bicgstab,bicgstab_paper,bounded,"
            .. "uniformisation}/*/" .. precisions .. "/" .. places,
    },
    solve = { max_iterations = 50000 },
    expect = { "not_converged", "diverged" }, -- not every method suits every problem
    measure = { max_time = options.time, min_samples = 5, timeout = "1m" },
    tables = {
        { id = "medians", title = "Median time to solve", rows = "variant", columns = "problem",
          value = "solve" },
        { id = "statuses", title = "How cases ended", rows = "variant", columns = "problem",
          value = "status" },
    },
}
