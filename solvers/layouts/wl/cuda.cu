/* Full-warp segments: MEALS 2013, section 4.2. */
#include "solvers/layouts/segments.cuh"

template <class real>
using wl = full_warp<plain_entries<real>, real>;

EXPORT_SWEEPS(mat_ops_wl_cuda_f32, mat_ops_wl_cuda_f64, wl)
