/* Rows that do not fit a layout's own form: compressed sparse rows of them alone, in their order.
 * Where there are none all arrays are empty, and no row asks for them. */
#pragma once

#include "solvers/solver.h"

enum { REMAINDER_GROUP = 32 /* rows a mark */ };

/* Of rows 32 k .. 32 k + 31: bit r of `rows` says that row 32 k + r is in the remainder; `before`:
 * how many rows above these are. */
struct remainder_mark {
    uint32_t before, rows;
};

/* The arrays, counted from the layout's first one of them: struct remainder_mark mark[(n + 31) /
 * 32]; of the r rows in the remainder uint32_t row[r + 1], and uint32_t col[], real val[] as msr
 * has them. */
enum { REMAINDER_MARK, REMAINDER_ROW, REMAINDER_COL, REMAINDER_VAL, REMAINDER_ARRAYS };

#define REMAINDER_NAMES \
    "remainder marks", "remainder row starts", "remainder columns", "remainder values"

/* rows: the marks' bits, (n + 31) / 32 words with none beyond n. Errors: ERROR_UNSUPPORTED with
 * 2^32 entries or more, ERROR_HOST_MEMORY. */
enum status remainder_build(const struct matrix *a, const uint32_t *rows, int first_array,
                            struct stored *out);

/* Reciprocals of the diagonal of these rows alone, as array `index`. */
enum status remainder_reciprocals(const struct matrix *a, const uint32_t *rows, int index,
                                  struct stored *out);
