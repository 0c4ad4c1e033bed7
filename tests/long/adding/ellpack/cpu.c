#include "solvers/layouts/ellpack/ellpack.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict col;
    const real *restrict val, *restrict inverse;
    size_t n, end; /* end: of the arrays of entries */
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.col = a->array[ELLPACK_COL].data,
                         .val = a->array[ELLPACK_VAL].data,
                         .inverse = a->array[ELLPACK_INVERSE].data,
                         .n = a->n,
                         .end = a->array[ELLPACK_COL].bytes / sizeof(uint32_t)};
}

#define OFF_SUM(number, suffix)                                                                 \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)            \
    {                                                                                           \
        number sum = {0};                                                                       \
        for (size_t k = i; k < a.end && a.col[k] != i; k += a.n) sum += a.val[k] * x[a.col[k]]; \
        return sum;                                                                             \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_ellpack)
