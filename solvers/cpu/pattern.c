#include "solvers/pattern.h"

#include "solvers/cpu/remainder.h"

struct rows {
    const uint8_t *restrict narrow;
    const uint16_t *restrict wide; /* NULL: narrow */
    uint32_t patterns;
    const uint32_t *restrict start;
    const int32_t *restrict offset;
    const real *restrict value, *restrict inverse, *restrict rest_inverse;
    struct remainder rest;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.narrow = a->array[PATTERN_CODE].data,
                         .wide = pattern_wide(a) ? a->array[PATTERN_CODE].data : NULL,
                         .patterns = pattern_count(a),
                         .start = a->array[PATTERN_START].data,
                         .offset = a->array[PATTERN_OFFSET].data,
                         .value = a->array[PATTERN_VALUE].data,
                         .inverse = a->array[PATTERN_INVERSE].data,
                         .rest_inverse = a->array[PATTERN_REMAINDER_INVERSE].data,
                         .rest = remainder_of(a, PATTERN_REMAINDER)};
}

static inline uint32_t code_of(const struct rows *a, uint32_t i)
{
    return a->wide ? a->wide[i] : a->narrow[i];
}

static inline real off_sum(struct rows a, uint32_t i, const real *x)
{
    uint32_t code = code_of(&a, i);
    real sum = 0;
    if (code == a.patterns) return remainder_sum(&a.rest, i, x);
    for (uint32_t k = a.start[code]; k < a.start[code + 1]; k++) sum += a.value[k] * x[(int64_t)i + a.offset[k]];
    return sum;
}

static inline real inverse(struct rows a, uint32_t i)
{
    uint32_t code = code_of(&a, i);
    return code == a.patterns ? a.rest_inverse[remainder_row(&a.rest, i)] : a.inverse[code];
}

/* Whether 32 rows are of one pattern. */
static inline int is_uniform(const struct rows *a, uint32_t first)
{
    int same = 1;
    for (uint32_t r = 1; r < 32; r++) same &= code_of(a, first + r) == code_of(a, first);
    return same;
}

#define GROUP 32

/* Rows of one pattern go side by side through its entries, in vectors of the machine. */
static inline void off_sums(const struct rows *a, uint32_t first, uint32_t count, const real *x, real sum[GROUP])
{
    if (count < GROUP || code_of(a, first) == a->patterns || !is_uniform(a, first)) {
        for (uint32_t r = 0; r < count; r++) sum[r] = off_sum(*a, first + r, x);
        return;
    }
    uint32_t code = code_of(a, first);
    for (uint32_t r = 0; r < GROUP; r++) sum[r] = 0;
    for (uint32_t k = a->start[code]; k < a->start[code + 1]; k++) {
        const real value = a->value[k], *from = x + (int64_t)first + a->offset[k];
        for (uint32_t r = 0; r < GROUP; r++) sum[r] += value * from[r];
    }
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(pattern)
