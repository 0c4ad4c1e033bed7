/* Panels of 16-bit columns with a factor a row, or values. */
#include "solvers/cuda/panels.cuh"

EXPORT_SWEEPS(balanced, panels)
