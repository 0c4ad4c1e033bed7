/* Rows of a remainder (solvers/layouts/remainder.h) on the CPU, for layouts that have one. */
#include "solvers/cpu/real.h"
#include "solvers/layouts/remainder.h"

struct remainder {
    const struct remainder_mark *restrict mark;
    const uint32_t *restrict row, *restrict col;
    const real *restrict val;
};

static inline struct remainder remainder_of(const struct stored *a, int first_array)
{
    const struct array *array = a->array + first_array;
    return (struct remainder){.mark = array[REMAINDER_MARK].data,
                              .row = array[REMAINDER_ROW].data,
                              .col = array[REMAINDER_COL].data,
                              .val = array[REMAINDER_VAL].data};
}

/* Returns the number of row i among the rows of the remainder. */
static inline uint32_t remainder_row(const struct remainder *r, uint32_t i)
{
    struct remainder_mark mark = r->mark[i / REMAINDER_GROUP];
    return mark.before +
           (uint32_t)__builtin_popcount(mark.rows & ((1u << i % REMAINDER_GROUP) - 1));
}

#define REMAINDER_SUM(number, suffix)                                                           \
    static inline number remainder_sum##suffix(const struct remainder *r, uint32_t i,           \
                                               const number *x)                                 \
    {                                                                                           \
        uint32_t at = remainder_row(r, i);                                                      \
        number sum = {0};                                                                       \
        for (uint32_t k = r->row[at]; k < r->row[at + 1]; k++) sum += r->val[k] * x[r->col[k]]; \
        return sum;                                                                             \
    }
FOR_REALS_AND_PAIRS(REMAINDER_SUM)
