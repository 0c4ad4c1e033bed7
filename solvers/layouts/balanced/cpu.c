#include "solvers/layouts/balanced/balanced.h"

#include "solvers/cpu/real.h"
#include "solvers/cpu/share.h"
#include "solvers/layouts/lanes.h"

struct rows {
    const uint32_t *restrict row;
    const uint16_t *restrict narrow; /* NULL: columns have 32 bits */
    const uint32_t *restrict wide;
    const uint32_t *restrict row_segment; /* NULL: no segments */
    const struct balanced_segment *restrict segment;
    const real *restrict scale; /* NULL: no scales */
    const uint32_t *restrict row_value;
    const real *restrict value, *restrict inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    const struct array *array = a->array;
    const int narrow = array[BALANCED_COL].bytes == a->nnz * sizeof(uint16_t);
    return (struct rows){
        .row = array[BALANCED_ROW].data,
        .narrow = narrow ? array[BALANCED_COL].data : NULL,
        .wide = array[BALANCED_COL].data,
        .row_segment = array[BALANCED_SEGMENT].bytes ? array[BALANCED_ROW_SEGMENT].data : NULL,
        .segment = array[BALANCED_SEGMENT].data,
        .scale = array[BALANCED_SCALE].bytes ? array[BALANCED_SCALE].data : NULL,
        .row_value = array[BALANCED_ROW_VALUE].data,
        .value = array[BALANCED_VALUE].data,
        .inverse = array[BALANCED_INVERSE].data};
}

/* Returns the sum of `count` entries from `first` on, whose columns are counted from x. value:
 * their values; NULL: 1. */
#define SUM_ENTRIES(number, suffix)                                                                \
    static inline number sum_entries##suffix(const struct rows *a, uint32_t first, uint32_t count, \
                                             const real *value, const number *x)                   \
    {                                                                                              \
        number total;                                                                              \
        if (a->narrow) {                                                                           \
            const uint16_t *col = a->narrow + first;                                               \
            if (value) SUM_IN_LANES(total, count, value[k] * x[col[k]]);                           \
            else SUM_IN_LANES(total, count, x[col[k]]);                                            \
        } else {                                                                                   \
            const uint32_t *col = a->wide + first;                                                 \
            if (value) SUM_IN_LANES(total, count, value[k] * x[col[k]]);                           \
            else SUM_IN_LANES(total, count, x[col[k]]);                                            \
        }                                                                                          \
        return total;                                                                              \
    }
FOR_REALS_AND_PAIRS(SUM_ENTRIES)

/* Returns the values of row i; NULL if the row has a scale. */
static inline const real *values_of(const struct rows *a, uint32_t i)
{
    if (!a->scale) return a->value + a->row[i];
    return a->scale[i] != 0 ? NULL : a->value + a->row_value[i];
}

#define OFF_SUM(number, suffix)                                                      \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x) \
    {                                                                                \
        const uint32_t first = a.row[i], end = a.row[i + 1];                         \
        const real *value = values_of(&a, i);                                        \
        number sum = {0};                                                            \
        if (!a.row_segment) {                                                        \
            sum = sum_entries##suffix(&a, first, end - first, value, x);             \
        } else {                                                                     \
            uint32_t begin = first;                                                  \
            for (uint32_t s = a.row_segment[i]; s < a.row_segment[i + 1];            \
                 begin = a.segment[s++].end)                                         \
                sum += sum_entries##suffix(&a, begin, a.segment[s].end - begin,      \
                                           value ? value + (begin - first) : NULL,   \
                                           x + a.segment[s].first);                  \
        }                                                                            \
        if (!value) sum *= a.scale[i];                                               \
        return sum;                                                                  \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

/* Returns the first row with at least `work` before it: one unit for each entry and for each row.
 */
static inline uint32_t row_after(const struct rows *a, uint32_t n, uint64_t work)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uint64_t)a->row[middle] + middle < work) low = middle + 1;
        else high = middle;
    }
    return low;
}

#define SHARED

static inline struct share rows_share(const struct rows *a, uint32_t n)
{
    struct share work = share_mine((size_t)a->row[n] + n);
    return (struct share){row_after(a, n, work.first), row_after(a, n, work.end)};
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_balanced)
