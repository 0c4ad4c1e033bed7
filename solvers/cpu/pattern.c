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

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(pattern)
