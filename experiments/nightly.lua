-- For every night: each method, in each layout, at each place, on small and medium problems, a few
-- minutes altogether on two cores, so that `warpmark history` can tell what became slower, and
-- since when. See docs/nightly.md.
--
-- Options: places (a list, such as places=cuda), precisions, time (at most so long a case),
-- large=true (problems that take a GPU to be quick).
--
-- The problems stay as they are, for a series is a problem solved by a variant, again and again:
-- other sizes begin other series. Combinations that there cannot be are `unsupported`, or
-- `no_device` where there is no GPU, and cost nothing.
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
