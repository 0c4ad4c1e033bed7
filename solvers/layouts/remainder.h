/* The remainder: rows that do not fit a layout's own form, stored as compressed sparse rows in
 * their order. If there are none, all its arrays are empty and nothing reads them. */
#pragma once

#include "solvers/solver.h"

enum { REMAINDER_GROUP = 32 /* rows of a mark */ };

/* Mark of rows 32 k .. 32 k + 31. Bit r of `rows`: row 32 k + r is in the remainder. before: number
 * of earlier rows in the remainder. */
struct remainder_mark {
    uint32_t before, rows;
};

/* The arrays, counted from the first of them in the layout: struct remainder_mark mark[(n + 31) /
 * 32]; for the r rows in the remainder uint32_t row[r + 1], and uint32_t col[], real val[] as in
 * msr. */
enum { REMAINDER_MARK, REMAINDER_ROW, REMAINDER_COL, REMAINDER_VAL, REMAINDER_ARRAYS };

#define REMAINDER_NAMES \
    "remainder marks", "remainder row starts", "remainder columns", "remainder values"

/* Builds the arrays. rows: the bits of the marks, (n + 31) / 32 words, with no bit beyond n.
 * Errors: ERROR_UNSUPPORTED with 2^32 entries or more, ERROR_HOST_MEMORY. */
enum status remainder_build(const struct matrix *a, const uint32_t *rows, int first_array,
                            struct stored *out);

/* Stores the reciprocal diagonal of these rows alone, as array `index`. */
enum status remainder_reciprocals(const struct matrix *a, const uint32_t *rows, int index,
                                  struct stored *out);
