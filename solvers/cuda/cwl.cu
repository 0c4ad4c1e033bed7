/* Compact words in full-warp segments: MEALS 2013, table 5. */
#include "solvers/cuda/segments.cuh"

template <class real>
using cwl = full_warp<compact_entries<real>, real>;

EXPORT_SWEEPS(cwl, cwl)
