#include "solvers/cpu/panels.h"

EXPORT_SWEEPS(balanced)
