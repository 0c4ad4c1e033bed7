/* Layout delta16, for random matrices: 16 bits per column, and on request (storage=f32) single
 * precision per value, summed in the precision of the solve.
 *
 * With at most 65,536 columns a word is a column. Otherwise words are the distances from one column
 * of a row to the next: the first one is counted from base[i], and a 0 means 65,535 columns without
 * an entry.
 *
 * Entries are added in lanes (solvers/layouts/lanes.h), not in the order of msr. */
#pragma once

#include "solvers/solver.h"

enum storage { STORAGE_FULL, STORAGE_F32 };

struct delta16_options {
    enum storage storage; /* precision of stored values */
};

static inline bool delta16_is_single(const struct stored *a)
{
    const struct delta16_options *own = layout_options(&a->options);
    return own->storage == STORAGE_F32;
}

enum { DELTA16_COLUMNS = 1 << 16, DELTA16_LEAP = DELTA16_COLUMNS - 1 };

/* The arrays, in order: uint32_t row[n + 1]: start of the entries of each row; uint16_t word[];
 * with distances, uint32_t base[n]: one less than a row's first column, modulo 2^32; if there are
 * zeros among the words, uint32_t row_word[n + 1]: start of the words of each row; value[nnz], as
 * real or float; real inverse[n]. */
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
