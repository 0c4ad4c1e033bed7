#include "solvers/layouts/sscan/sscan.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict row, *restrict col;
    const real *restrict val, *restrict inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.row = a->array[SSCAN_ROW].data,
                         .col = a->array[SSCAN_COL].data,
                         .val = a->array[SSCAN_VAL].data,
                         .inverse = a->array[SSCAN_INVERSE].data};
}

#define OFF_SUM(number, suffix)                                                                   \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)              \
    {                                                                                             \
        number sum = {0};                                                                         \
        for (uint32_t k = a.row[i + 1]; k > a.row[i]; k--) sum += a.val[k - 1] * x[a.col[k - 1]]; \
        return sum;                                                                               \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_sscan)
