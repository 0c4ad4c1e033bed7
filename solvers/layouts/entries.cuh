/* Access to the entries of a row and to the diagonal, stored as columns and values (wl, hwl) or as
 * compact words (cmsr, cwl, chwl). A kernel first reads word(at), which is enough to know the
 * column; value(at, word) is the entry's value. */
#pragma once

#include <stdint.h>

extern "C" {
#include "solvers/layouts/compact.h"
#include "solvers/layouts/segments.h"
}

template <class real>
struct plain_entries {
    enum { OWNERS = SEGMENT_OWNERS }; /* the array with the unknowns of rows */
    const uint32_t *col;
    const real *val, *inverses;

    explicit plain_entries(const struct stored *a)
        : col((const uint32_t *)a->array[SEGMENT_COL].data),
          val((const real *)a->array[SEGMENT_VAL].data),
          inverses((const real *)a->array[SEGMENT_INVERSE].data)
    {
    }

    __device__ uint32_t word(size_t at) const
    {
        return col[at];
    }

    __device__ uint32_t column(uint32_t word) const
    {
        return word;
    }

    __device__ real value(size_t at, uint32_t) const
    {
        return val[at];
    }

    /* Index of the reciprocal diagonal of row i. It is read before the row, not after it. */
    __device__ uint32_t diagonal(uint32_t i) const
    {
        return i;
    }

    __device__ real inverse_at(uint32_t diagonal) const
    {
        return inverses[diagonal];
    }
};

template <class real>
struct compact_entries {
    enum { OWNERS = COMPACT_OWNERS };
    const uint32_t *words;
    const uint16_t *diagonals;
    const real *values, *inverses;
    unsigned shift;
    uint32_t mask;

    explicit compact_entries(const struct stored *a)
        : words((const uint32_t *)a->array[COMPACT_WORD].data),
          diagonals((const uint16_t *)a->array[COMPACT_DIAGONAL].data),
          values((const real *)a->array[COMPACT_VALUES].data),
          inverses((const real *)a->array[COMPACT_INVERSES].data), shift(compact_shift(a)),
          mask((1u << shift) - 1)
    {
    }

    __device__ uint32_t word(size_t at) const
    {
        return words[at];
    }

    __device__ uint32_t column(uint32_t word) const
    {
        return word >> shift;
    }

    __device__ uint32_t padding(uint32_t own) const
    {
        return own << shift;
    }

    __device__ real value(size_t, uint32_t word) const
    {
        return __ldg(&values[word & mask]);
    }

    __device__ uint32_t diagonal(uint32_t i) const
    {
        return diagonals[i];
    }

    __device__ real inverse_at(uint32_t diagonal) const
    {
        return __ldg(&inverses[diagonal]);
    }
};
