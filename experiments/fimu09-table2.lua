-- FIMU-RS-2009-05, table 2: states, transitions, rounds and sweeps of MAP on the GPU, and the time of one sweep.
--
-- Lines marked "yes" have the paper's states and transitions exactly. Rounds and sweeps stand side by side: the paper
-- does not say how it numbers rows, nor how it counts.
local wm = require "warpmark"
local fimu09 = require "papers.fimu09"

return wm.experiment {
    name = "fimu09-table2",
    title = "Accepting cycles: statistics of MAP",
    paper = "FIMU-RS-2009-05, table 2",
    problems = fimu09.problems({ "generated", "stored" }, "fimu09-t2-statistics.csv", {
        states = "PART_states", transitions = "PART_transitions", cycle = "accepting_cycle", rounds = "map_iterations",
        sweeps = "kernel_executions", kernel_ms = "avg_kernel_ms",
    }),
    variants = { "map/csr/u32/{cuda,omp}", "map[ordering=forward]/csr/u32/cuda", "map[orientation=pred]/csr/u32/cuda" },
    measure = { max_samples = wm.quick and 2 or 5, max_time = "20s", timeout = "20m" },
    tables = {
        { id = "states", title = "States", rows = "model,known,part,paper_states", columns = "kind", value = "n" },
        { id = "transitions", title = "Transitions", rows = "model,known,part,paper_transitions", columns = "kind",
          value = "nnz" },
        { id = "verdicts", title = "Samples, by verdict", rows = "model,known,part,paper_cycle,verdict",
          value = "samples" },
        { id = "rounds", title = "Rounds", rows = "model,known,part,paper_rounds", value = "outer" },
        { id = "sweeps", title = "Sweeps", rows = "model,known,part,paper_sweeps", value = "sweeps" },
        { id = "kernels", title = "Time of a sweep", rows = "model,known,part,paper_kernel_ms",
          value = "per_iteration" },
    },
}
