-- FIMU-RS-2009-05, table 3: the time to make the matrix, MAP on the GPU, MAP and OWCTY on the CPU; and what the paper
-- does not have, the searches in linear time.
--
-- All methods here search the matrix that was made once, the part that the paper stores. The paper's totals are of whole
-- runs and stand beside `total`, its CUDA time beside `solve`.
local wm = require "warpmark"
local fimu09 = require "papers.fimu09"

return wm.experiment {
    name = "fimu09-table3",
    title = "Accepting cycles: run times",
    paper = "FIMU-RS-2009-05, table 3",
    problems = fimu09.problems({ "stored" }, "fimu09-t3-times.csv", {
        csr = "csr_s", cuda = "cuda_s", cuda_total = "cuda_map_total_s", cpu_map = "cpu_map_total_s",
        owcty = "owcty_total_s",
    }),
    variants = {
        "map[loop={host,graph}]/csr/u32/cuda", "map[sweeps=inplace]/csr/u32/cuda", "owcty/csr/u32/{seq,omp,cuda}",
        "map/csr/u32/{seq,omp}", "{tarjan,ndfs}/csr/u32/seq",
    },
    measure = { max_samples = wm.quick and 2 or 5, max_time = "20s", timeout = "30m" },
    figures = {
        { id = "solve", title = "Time to search", kind = "bars", x = "problem", y = "solve", log = "y" },
    },
    tables = {
        { id = "csr", title = "Time to make the matrix", rows = "model,known,paper_csr", columns = "kind",
          value = "t_generate" },
        { id = "solve", title = "Time to search", rows = "model,known,paper_cuda", value = "solve" },
        { id = "upload", title = "Time to upload", rows = "model,known", value = "t_upload" },
        { id = "total", title = "End to end", rows = "model,known,paper_cuda_total,paper_cpu_map,paper_owcty",
          value = "t_total" },
    },
}
