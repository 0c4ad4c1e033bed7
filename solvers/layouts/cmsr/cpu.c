#include "solvers/layouts/compact_rows.h"

static inline real off_sum(struct rows a, uint32_t i, const real *x)
{
    const uint32_t mask = (1u << a.shift) - 1;
    real sum = 0;
    for (uint32_t k = a.start[i]; k < a.start[i + 1]; k++)
        sum += a.values[a.word[k] & mask] * x[a.word[k] >> a.shift];
    return sum;
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(cmsr)
