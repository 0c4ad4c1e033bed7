/* Bounds that are a share of each entry, however small, of positive solutions. Internal to prove/.
 */
#pragma once

#include <stdbool.h>

#include "certify/check.h"
#include "prove/means/budget.h"

struct relative_solution {
    double *x, *v;      /* n numbers each */
    struct bound bound; /* infinite where nothing was found */
};

/* For A x = b with a positive diagonal, no positive entry beside it, and b not negative; about: a
 * rough solution. The bound is to be at most `width` times x_i in each row, if that can be had.
 * Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status relative_solve(const struct matrix *a, const struct reading *reading, const double *b,
                           const double *about, double width, struct budget *budget,
                           struct relative_solution *out);
void relative_solution_free(struct relative_solution *solution);
