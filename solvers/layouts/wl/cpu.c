#include "solvers/layouts/segments.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict start, *restrict col;
    const real *restrict val, *restrict inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.start = a->array[SEGMENT_STARTS].data,
                         .col = a->array[SEGMENT_COL].data,
                         .val = a->array[SEGMENT_VAL].data,
                         .inverse = a->array[SEGMENT_INVERSE].data};
}

/* Sums up to the first word of padding, which names column i. */
#define OFF_SUM(number, suffix)                                                              \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)         \
    {                                                                                        \
        number sum = {0};                                                                    \
        for (size_t line = a.start[i / 32], end = a.start[i / 32 + 1]; line < end; line++) { \
            size_t k = line * 32 + i % 32;                                                   \
            if (a.col[k] == i) break;                                                        \
            sum += a.val[k] * x[a.col[k]];                                                   \
        }                                                                                    \
        return sum;                                                                          \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_wl)
