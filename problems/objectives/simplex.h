/* Small linear programs by the simplex method: the largest c x where A x <= b and x >= 0, for b >=
 * 0. In doubles: what comes out is a guess, which its users check. */
#pragma once

#include <stddef.h>

#include "base/status.h"

struct program {
    size_t rows, columns;
    double *a, *b, *c; /* a: rows times columns, row after row */
};

/* Zeroed arrays. Errors: ERROR_HOST_MEMORY. */
enum status program_new(size_t rows, size_t columns, struct program *out);
void program_free(struct program *program); /* accepts a zeroed one */

/* x: columns, price: rows (the multipliers of the rows), which are 0 if there is no largest value.
 * The program is used up. Errors: ERROR_HOST_MEMORY. */
enum status program_solve(struct program *program, double *x, double *price);
