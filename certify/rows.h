/* Rows of a matrix that are stored, or made from their closed form. Internal to certify/. */
#pragma once

#include "base/sparse/csr.h"

/* So that `entry` is no call where rows are stored. */
#define ALWAYS_INLINE __attribute__((always_inline)) static inline

/* The entries of row i beside the diagonal, one after another. */
ALWAYS_INLINE void each_entry(const struct matrix *a, uint64_t i, closed_entry *entry,
                              void *context)
{
    if (!matrix_is_stored(a)) {
        closed_row(&a->closed, i, entry, context);
        return;
    }
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
        entry(context, a->off.col[k], a->off.val[k]);
}

ALWAYS_INLINE double diagonal_of(const struct matrix *a, uint64_t i)
{
    return matrix_is_stored(a) ? a->diag[i] : closed_row_diagonal(&a->closed, i);
}
