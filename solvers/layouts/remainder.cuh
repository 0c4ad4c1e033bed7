/* Rows of a remainder (solvers/layouts/remainder.h), one thread per row. */
#pragma once

#include <stdint.h>

extern "C" {
#include "solvers/layouts/remainder.h"
}

template <class real>
struct remainder_rows {
    const remainder_mark *marks; /* NULL: there are none */
    const uint32_t *row, *col;
    const real *val;

    remainder_rows(const struct stored *a, int first_array)
        : marks((const remainder_mark *)a->array[first_array + REMAINDER_MARK].data),
          row((const uint32_t *)a->array[first_array + REMAINDER_ROW].data),
          col((const uint32_t *)a->array[first_array + REMAINDER_COL].data),
          val((const real *)a->array[first_array + REMAINDER_VAL].data)
    {
        if (a->array[first_array + REMAINDER_MARK].bytes == 0) marks = NULL;
    }

    __device__ bool has(uint32_t i) const
    {
        return marks && marks[i / REMAINDER_GROUP].rows >> i % REMAINDER_GROUP & 1;
    }

    /* Returns the number of row i among the rows of the remainder. */
    __device__ uint32_t index(uint32_t i) const
    {
        remainder_mark mark = marks[i / REMAINDER_GROUP];
        return mark.before + __popc(mark.rows & ((1u << i % REMAINDER_GROUP) - 1));
    }

    template <class V>
    __device__ V sum(uint32_t i, const V *x) const
    {
        uint32_t at = index(i);
        V total = {};
        for (uint32_t k = row[at], end = row[at + 1]; k < end; k++) total += val[k] * x[col[k]];
        return total;
    }
};
