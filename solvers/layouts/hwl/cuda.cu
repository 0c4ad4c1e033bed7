/* Half-warp segments: MEALS 2013, section 4.3. */
#include "solvers/layouts/segments.cuh"

template <class real>
using hwl = half_warp<plain_entries<real>, real>;

EXPORT_SWEEPS(mat_ops_hwl_cuda_f32, mat_ops_hwl_cuda_f64, hwl)
