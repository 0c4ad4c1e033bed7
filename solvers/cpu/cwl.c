#include "solvers/compact.h"

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict start, *restrict word;
    const uint16_t *restrict diagonal;
    const real *restrict values, *restrict inverses;
    unsigned shift;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.start = a->array[COMPACT_STARTS].data,
                         .word = a->array[COMPACT_WORD].data,
                         .diagonal = a->array[COMPACT_DIAGONAL].data,
                         .values = a->array[COMPACT_VALUES].data,
                         .inverses = a->array[COMPACT_INVERSES].data,
                         .shift = compact_shift(a)};
}

/* Up to the first word of padding, which names column i. */
static inline real off_sum(struct rows a, uint32_t i, const real *x)
{
    const uint32_t mask = (1u << a.shift) - 1;
    real sum = 0;
    for (size_t line = a.start[i / 32], end = a.start[i / 32 + 1]; line < end; line++) {
        uint32_t word = a.word[line * 32 + i % 32];
        if (word >> a.shift == i) break;
        sum += a.values[word & mask] * x[word >> a.shift];
    }
    return sum;
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverses[a.diagonal[i]];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(cwl)
