/* The arrays of msr, sscan, wl and hwl on the CPU, for those layouts' files: see sweeps.h. Their
 * first four are starts of rows or segments, columns, values and the reciprocal diagonal. */
#include "solvers/cpu/real.h"
#include "solvers/layouts/segments.h"
#include "solvers/solver.h"

struct rows {
    const uint32_t *restrict start, *restrict col;
    const real *restrict val, *restrict inverse;
    const struct owner_mark *restrict owners; /* NULL: each row has an unknown of its own */
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.start = a->array[SEGMENT_STARTS].data,
                         .col = a->array[SEGMENT_COL].data,
                         .val = a->array[SEGMENT_VAL].data,
                         .inverse = a->array[SEGMENT_INVERSE].data,
                         .owners = owner_marks(a, SEGMENT_OWNERS)};
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}
