/* Compact words in half-warp segments: MEALS 2013, table 5. */
#include "solvers/layouts/segments.cuh"

template <class real>
using chwl = half_warp<compact_entries<real>, real>;

EXPORT_SWEEPS(mat_ops_chwl_cuda_f32, mat_ops_chwl_cuda_f64, chwl)
