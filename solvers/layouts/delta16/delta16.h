/* Layout delta16, for random matrices: 16 bits a column, and on demand (storage=f32) single
 * precision a value, summed in the precision of the solve.
 *
 * With 65,536 columns at most a word is a column. Else words are the distances from one column of
 * a row to the next: the first one is counted from base[i], and a 0 stands for 65,535 columns
 * without an entry.
 *
 * Entries are added in lanes (solvers/layouts/lanes.h), not in the order of msr. */
#pragma once

#include "solvers/solver.h"

enum storage { STORAGE_FULL, STORAGE_F32 };

struct delta16_options {
    enum storage storage; /* what values are stored in */
};

static inline bool delta16_is_single(const struct stored *a)
{
    const struct delta16_options *own = layout_options(&a->options);
    return own->storage == STORAGE_F32;
}

enum { DELTA16_COLUMNS = 1 << 16, DELTA16_LEAP = DELTA16_COLUMNS - 1 };

/* The arrays, in order: uint32_t row[n + 1]: where the entries of rows begin; uint16_t word[]; of
 * distances uint32_t base[n]: one less than a row's first column, in arithmetic modulo 2^32, and
 * where there are zeros among the words uint32_t row_word[n + 1]: where the words of rows begin;
 * value[nnz], as real or float; real inverse[n]. */
enum {
    DELTA16_ROW,
    DELTA16_WORD,
    DELTA16_BASE,
    DELTA16_ROW_WORD,
    DELTA16_VALUE,
    DELTA16_INVERSE,
    DELTA16_ARRAYS
};

extern const struct layout layout_delta16;
