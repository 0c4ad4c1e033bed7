-- FIMU-RS-2009-05, table 4: end to end, models without an accepting cycle apart from those with one.
--
-- The paper sums over its models; here each model has a line, beside the paper's times for it, because three of the
-- eight models are not the paper's. Its sums: without a cycle 276 s (CUDA), 1357 s (MAP), 639 s (OWCTY); with one 139 s,
-- 860 s, 2064 s (datasets/papers/fimu09-t4-overall.csv). It searched on the fly: so do the variants that say so, whose
-- time is that of generator and search together; the others search the whole graph.
local wm = require "warpmark"
local fimu09 = require "papers.fimu09"

return wm.experiment {
    name = "fimu09-table4",
    title = "Accepting cycles: overall",
    paper = "FIMU-RS-2009-05, table 4",
    problems = fimu09.problems({ "stored" }, "fimu09-t3-times.csv", {
        cycle = "accepting_cycle", cuda_total = "cuda_map_total_s", cpu_map = "cpu_map_total_s",
        owcty = "owcty_total_s",
    }),
    variants = {
        "map/csr/u32/{cuda,seq}", "owcty/csr/u32/seq",
        "map[on_the_fly=yes]/csr/u32/{cuda,seq}", "owcty[on_the_fly=yes]/csr/u32/seq",
    },
    measure = { max_samples = wm.quick and 2 or 5, max_time = "20s", timeout = "30m" },
    tables = {
        { id = "overall", title = "End to end", value = "t_total",
          rows = "paper_cycle,model,known,paper_cuda_total,paper_cpu_map,paper_owcty" },
        { id = "generated", title = "Vertices when a search on the fly ended", value = "fly_vertices",
          rows = "paper_cycle,model,known", where = "variant=*on_the_fly*" },
    },
}
