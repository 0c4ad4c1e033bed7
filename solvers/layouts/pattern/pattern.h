/* Layout pattern, a dictionary of rows: a row is one code, which says its entries' offsets from the
 * diagonal, their values and the diagonal's reciprocal. Chains in lexicographic order repeat a few
 * patterns for ever: tandem has 21 at every size. 1 byte a row with at most 255 patterns, else 2
 * with at most 65,535, whichever makes the whole smaller.
 *
 * Rows without a code are in a remainder (solvers/layouts/remainder.h): those of rare patterns,
 * those longer than PATTERN_LONGEST, and those with an offset beyond 32 bits. A pattern of a single
 * row has a code only where 255 codes are enough for all. Entries are in the order of their columns
 * everywhere. */
#pragma once

#include "solvers/layouts/pattern/tiles.h"
#include "solvers/layouts/remainder.h"
#include "solvers/solver.h"

enum {
    PATTERN_LONGEST = 256 /* entries */,
    PATTERN_BYTE = 255,
    PATTERN_MOST = 65535 /* patterns */
};

struct pattern_options {
    int rows; /* a CUDA thread has at most */
};

/* stored.own. */
struct pattern_lines {
    struct stencil stencil; /* where temporal_block sweeps can be made in one pass; else zeroed */
    uint32_t line;          /* rows of a line, where a sweep by lines reads x less often
                               (solvers/layouts/pattern/walk.h); else 0 */
    uint32_t ahead; /* how far behind the diagonal the last entry of a row is at most, where there
                       are lines */
};

/* The arrays, in order; the last is for several sweeps in one pass
 * (solvers/layouts/pattern/tiles.cuh). uint8_t or uint16_t code[n], of which p, the number of
 * patterns, is that of the remainder; of the patterns' e entries uint32_t start[p + 1], int32_t
 * offset[e], real value[e]; real inverse[p]; the remainder's; and real remainder inverse[]. */
enum {
    PATTERN_CODE,
    PATTERN_START,
    PATTERN_OFFSET,
    PATTERN_VALUE,
    PATTERN_INVERSE,
    PATTERN_REMAINDER,
    PATTERN_REMAINDER_INVERSE = PATTERN_REMAINDER + REMAINDER_ARRAYS,
    PATTERN_TILES
};

extern const struct layout layout_pattern;

static inline struct pattern_lines *pattern_lines(const struct stored *a)
{
    return (struct pattern_lines *)a->own;
}

/* Also of an uploaded matrix. */
static inline bool pattern_wide(const struct stored *a)
{
    return a->array[PATTERN_CODE].bytes > a->n;
}

static inline uint32_t pattern_count(const struct stored *a)
{
    return (uint32_t)(a->array[PATTERN_START].bytes / sizeof(uint32_t) - 1);
}

static inline uint32_t pattern_entries(const struct stored *a)
{
    return (uint32_t)(a->array[PATTERN_OFFSET].bytes / sizeof(int32_t));
}
