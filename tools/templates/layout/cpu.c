#include "solvers/layouts/@name@/@name@.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint64_t *restrict row;
    const uint32_t *restrict col;
    const real *restrict val, *restrict inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.row = a->array[@NAME@_ROW].data,
                         .col = a->array[@NAME@_COL].data,
                         .val = a->array[@NAME@_VAL].data,
                         .inverse = a->array[@NAME@_INVERSE].data};
}

/* The sum over j != i of A_ij x_j, for one vector and for pairs of them. */
#define OFF_SUM(number, suffix)                                                           \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)      \
    {                                                                                     \
        number sum = {0};                                                                 \
        for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++) sum += a.val[k] * x[a.col[k]]; \
        return sum;                                                                       \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_@name@)
