/* cuSPARSE's compressed sparse rows. */
#include "solvers/layouts/cusparse/spmv.cuh"

static constexpr struct upkeep upkeep = {spmv_available, spmv_open_csr, spmv_close};

EXPORT_KEPT_SWEEPS(mat_ops_cusparse_cuda_f32, mat_ops_cusparse_cuda_f64, spmv_rows, upkeep)
