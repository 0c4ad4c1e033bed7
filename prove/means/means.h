/* The means to solve A x = b, for any A whose <A> has weights (certify/check.h): one function,
 * behind which the fastest of several may stand. Nothing is believed of what it returns. */
#pragma once

#include "base/sparse/csr.h"
#include "prove/means/krylov.h"
#include "prove/means/ordered.h"

struct means {
    const struct matrix *a; /* in its own order, or in that of `ordered` */
    struct ordered ordered;
    struct krylov krylov;
    bool slow; /* Krylov's method has failed on this matrix */
};

/* a must outlive it. order: an order of the rows may be looked for, but not where there are to be
 * levels (prove/means/levels.h). Errors: ERROR_HOST_MEMORY. */
enum status means_create(const struct matrix *a, bool order, const struct coarsening *coarsening,
                         struct means *out);
void means_free(struct means *means); /* accepts a zeroed one, leaves one */

/* x (n numbers) = about the solution, as good as the aim, or less where that takes too long.
 * Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status means_solve(struct means *means, const double *b, const struct aim *aim,
                        struct budget *budget, double *x);

/* Sweeps of A x = 0, forward and backward in turn. Threads take the rows of others as they were
 * before the sweep, and make two sweeps more for each of them. Errors: ERROR_HOST_MEMORY. */
enum status means_sweeps(const struct matrix *a, int count, double *x);

/* One sweep for an x >= 0, where A has a positive diagonal and no positive entry beside it: returns
 * the largest relative change. */
double means_sweep_up(const struct matrix *a, const double *b, bool backward, double *x);
