#include "solvers/layouts/msr/msr.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict row, *restrict col;
    const real *restrict val, *restrict inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.row = a->array[MSR_ROW].data,
                         .col = a->array[MSR_COL].data,
                         .val = a->array[MSR_VAL].data,
                         .inverse = a->array[MSR_INVERSE].data};
}

#define OFF_SUM(number, suffix)                                                           \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)      \
    {                                                                                     \
        number sum = {0};                                                                 \
        for (uint32_t k = a.row[i]; k < a.row[i + 1]; k++) sum += a.val[k] * x[a.col[k]]; \
        return sum;                                                                       \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

/* In a sweep in place, a row often waits for the row before. */
#define LESS
static inline real off_less(struct rows a, uint32_t i, const real *x)
{
    real rest = 0;
    for (uint32_t k = a.row[i]; k < a.row[i + 1]; k++) rest -= a.val[k] * x[a.col[k]];
    return rest;
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_msr)
