/* cuSPARSE's sliced ELL. */
#include "solvers/layouts/cusparse/spmv.cuh"

static constexpr struct upkeep upkeep = {spmv_available, spmv_open_sell, spmv_close};

EXPORT_KEPT_SWEEPS(cusparse_sell, spmv_rows, upkeep)
