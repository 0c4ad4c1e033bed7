/* Panels of 16-bit columns and values. */
#include "solvers/cuda/panels.cuh"

EXPORT_SWEEPS(delta16, panels)
