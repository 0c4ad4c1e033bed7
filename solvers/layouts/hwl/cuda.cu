/* Half-warp segments: MEALS 2013, section 4.3. */
#include "solvers/layouts/segments.cuh"

template <class real>
using hwl = half_warp<plain_entries<real>, real>;

EXPORT_SWEEPS(hwl, hwl)
