/* Bounds for positive solutions that are relative to each entry, however small. Internal to
 * prove/. */
#pragma once

#include <stdbool.h>

#include "certify/check.h"
#include "prove/systems/budget.h"

struct relative_solution {
    double *x, *v;      /* n numbers each: an answer and its weights */
    struct bound bound; /* infinite if nothing was found */
};

/* Solves A x = b with a positive diagonal, no positive off-diagonal entry, and no negative b;
 * about: a rough solution. The bound should be at most `width` times x_i in each row. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status relative_solve(const struct matrix *a, const struct reading *reading, const double *b,
                           const double *about, double width, struct budget *budget,
                           struct relative_solution *out);
void relative_solution_free(struct relative_solution *solution);
