/* Layout pattern, a dictionary of rows: a row is one code, which stands for its entries' offsets
 * from the column of its own unknown, their values and the diagonal's reciprocal. Chains in
 * lexicographic order repeat a few patterns: tandem has 21 at every size.
 *
 * It takes 1 byte per row with at most 255 patterns, else 2 with at most 65,535, whichever makes
 * the whole smaller. Rows without a code are in a remainder (solvers/layouts/remainder.h): rows of
 * rare patterns, rows longer than PATTERN_LONGEST, and rows with an offset beyond 32 bits. A
 * pattern of a single row has a code only if 255 codes are enough for all patterns.
 *
 * Rows that are choices also have the unknowns that own them (solvers/layouts/owners.h): choices
 * repeat where states do not.
 *
 * Entries are in the order of their columns everywhere. */
#pragma once

#include "solvers/layouts/owners.h"
#include "solvers/layouts/pattern/tiles.h"
#include "solvers/layouts/remainder.h"
#include "solvers/solver.h"

enum {
    PATTERN_LONGEST = 256 /* entries */,
    PATTERN_BYTE = 255,
    PATTERN_MOST = 65535 /* patterns */
};

struct pattern_options {
    int rows; /* maximum number of rows of a CUDA thread */
};

/* Data in stored.own. */
struct pattern_lines {
    struct stencil stencil; /* set if temporal_block sweeps can be made in one pass; otherwise
                               zeroed */
    uint32_t line;          /* rows of a line, if a sweep by lines reads x less often
                               (solvers/layouts/pattern/walk.h); otherwise 0 */
    uint32_t ahead;         /* if there are lines: largest distance of a row's last entry after the
                               diagonal */
};

/* The arrays, in order; PATTERN_TILES is for several sweeps in one pass
 * (solvers/layouts/pattern/tiles.cuh). uint8_t or uint16_t code[n], of which p, the number of
 * patterns, is that of the remainder; of the patterns' e entries uint32_t start[p + 1], int32_t
 * offset[e], real value[e]; real inverse[p]; the remainder's; real remainder inverse[]; and the
 * unknowns of rows. */
enum {
    PATTERN_CODE,
    PATTERN_START,
    PATTERN_OFFSET,
    PATTERN_VALUE,
    PATTERN_INVERSE,
    PATTERN_REMAINDER,
    PATTERN_REMAINDER_INVERSE = PATTERN_REMAINDER + REMAINDER_ARRAYS,
    PATTERN_TILES,
    PATTERN_OWNERS
};

extern const struct layout layout_pattern;

static inline struct pattern_lines *pattern_lines(const struct stored *a)
{
    return (struct pattern_lines *)a->own;
}

/* Also works for an uploaded matrix. */
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
