#include "solvers/layouts/msr/msr.h"
#include "solvers/layouts/plain_rows.h"

_Static_assert((int)MSR_INVERSE == (int)SEGMENT_INVERSE, "msr has the arrays of plain rows");

#define OFF_SUM(number, suffix)                                                               \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)          \
    {                                                                                         \
        number sum = {0};                                                                     \
        for (uint32_t k = a.start[i]; k < a.start[i + 1]; k++) sum += a.val[k] * x[a.col[k]]; \
        return sum;                                                                           \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

/* In a sweep in place, a row often waits for the row before. */
#define LESS
static inline real off_less(struct rows a, uint32_t i, const real *x)
{
    real rest = 0;
    for (uint32_t k = a.start[i]; k < a.start[i + 1]; k++) rest -= a.val[k] * x[a.col[k]];
    return rest;
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_msr)
