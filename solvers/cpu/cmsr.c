#include "solvers/compact.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict row, *restrict word;
    const uint16_t *restrict diagonal;
    const real *restrict values, *restrict inverses;
    unsigned shift;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.row = a->array[COMPACT_STARTS].data,
                         .word = a->array[COMPACT_WORD].data,
                         .diagonal = a->array[COMPACT_DIAGONAL].data,
                         .values = a->array[COMPACT_VALUES].data,
                         .inverses = a->array[COMPACT_INVERSES].data,
                         .shift = compact_shift(a)};
}

static inline real off_sum(struct rows a, uint32_t i, const real *x)
{
    const uint32_t mask = (1u << a.shift) - 1;
    real sum = 0;
    for (uint32_t k = a.row[i]; k < a.row[i + 1]; k++) sum += a.values[a.word[k] & mask] * x[a.word[k] >> a.shift];
    return sum;
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverses[a.diagonal[i]];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(cmsr)
