/* Layouts cusparse and cusparse_sell: the off-diagonal entries in cuSPARSE's formats, compressed
 * sparse rows or sliced ELL. The library multiplies them into an array of sums, and one more kernel
 * finishes the rows. Only for CUDA.
 *
 * Sliced ELL: slices of S rows (option slice), each as wide as its longest row; entry k of row l of
 * a slice is at the slice's start + k S + l; padding has column -1 and value 0; the last slice is
 * filled up to S rows.
 *
 * Offsets and columns have 32 bits if the number of stored entries and n allow it, else 64: the
 * library documents no mixture. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solvers/solver.h"

struct cusparse_options {
    int algorithm; /* 1 or 2: CUSPARSE_SPMV_CSR_ALG1 or 2 */
};

struct cusparse_sell_options {
    int slice; /* rows of a slice */
};

/* The arrays of both, in order: integer offset[n + 1] or [slices + 1], integer col[entries], real
 * val[entries], real inverse[n] = 1 / A_ii; scratch: real sum[n], and the library's buffer. */
enum { SPMV_OFFSET, SPMV_COL, SPMV_VAL, SPMV_INVERSE, SPMV_SUM, SPMV_BUFFER };

/* Returns whether indices need 64 bits. */
static inline bool spmv_wide(uint64_t n, uint64_t entries)
{
    return n > INT32_MAX || entries > INT32_MAX;
}

/* Integers of 32 or 64 bits. */
struct spmv_indices {
    void *data;
    bool wide;
};

static inline void spmv_set_index(struct spmv_indices indices, uint64_t k, int64_t value)
{
    if (indices.wide) ((int64_t *)indices.data)[k] = value;
    else ((int32_t *)indices.data)[k] = (int32_t)value;
}

/* For the builders: allocates an array of indices; stores the arrays that are the same in both
 * layouts. */
enum status spmv_indices(struct stored *stored, int index, uint64_t count, bool wide,
                         struct spmv_indices *out);
enum status spmv_rest(const struct matrix *a, struct stored *stored);
