/* The arrays of cmsr, cwl and chwl on the CPU, for those layouts' files: see sweeps.h. */
#include "solvers/cpu/real.h"
#include "solvers/layouts/compact.h"
#include "solvers/layouts/owners.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict start, *restrict word;
    const uint16_t *restrict diagonal;
    const real *restrict values, *restrict inverses;
    const struct owner_mark *restrict owners; /* NULL: each row has an unknown of its own */
    unsigned shift;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.start = a->array[COMPACT_STARTS].data,
                         .word = a->array[COMPACT_WORD].data,
                         .diagonal = a->array[COMPACT_DIAGONAL].data,
                         .values = a->array[COMPACT_VALUES].data,
                         .inverses = a->array[COMPACT_INVERSES].data,
                         .owners = owner_marks(a, COMPACT_OWNERS),
                         .shift = compact_shift(a)};
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverses[a.diagonal[i]];
}
