/* A shorter system without the rows that have a single entry beside the diagonal. Such a row is x_i
 * = (b_i - A_ij x_j) / A_ii, so its number follows from that of row j, and rows that read it read
 * row j instead. Steps of a program with one way on are such rows. They make long lines, and ILU(0)
 * drops what joins the rows behind these: without them it needs far fewer iterations. */
#pragma once

#include "base/sparse/linear.h"

struct shorter {
    struct linear system; /* a and b: the rows that are kept, in their order */
    uint32_t *kept;       /* for each of them, the row that it was */
    uint32_t n;           /* rows of the whole system */
    /* For each of these, x_i = term_i + factor_i y_(row_i), where y solves the shorter one */
    uint32_t *row;
    double *factor, *term;
};

/* Makes *out, which the caller frees (also after errors), from a square system with b and diagonals
 * above 0. balanced: the rows with entries beside the diagonal sum to 0; then the shorter rows do,
 * and nothing is subtracted for that. *made: false where fewer than one row in eight is single, or
 * where a row would end with a diagonal that is not above 0; then *out is of no use. Errors:
 * ERROR_HOST_MEMORY. */
enum status shorter_make(const struct linear *of, bool balanced, struct shorter *out, bool *made);
void shorter_free(struct shorter *s); /* accepts a zeroed one, leaves one */

/* y = the numbers of x in the rows that are kept. */
void shorter_begin(const struct shorter *s, const double *x, double *y);

/* x = the numbers of all rows, from y, those of the rows that are kept. */
void shorter_end(const struct shorter *s, const double *y, double *x);
