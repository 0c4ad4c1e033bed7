/* Solver for A x = b, for any A whose <A> has weights (certify/check.h). It chooses among several
 * methods. No proof trusts its results. */
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

/* a must live as long as out. order: look for an order of the rows, unless there will be levels
 * (prove/means/levels.h). Errors: ERROR_HOST_MEMORY. */
enum status means_create(const struct matrix *a, bool order, const struct coarsening *coarsening,
                         struct means *out);
void means_free(struct means *means); /* accepts a zeroed one, leaves one */

/* x (n numbers) = an approximate solution that meets the aim, or a worse one if that takes too
 * long. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status means_solve(struct means *means, const double *b, const struct aim *aim,
                        struct budget *budget, double *x);

/* Sweeps of A x = 0, forward and backward in turn. Each thread uses the values that other threads'
 * rows had before the sweep, and there are two more sweeps for each additional thread. Errors:
 * ERROR_HOST_MEMORY. */
enum status means_sweeps(const struct matrix *a, int count, double *x);

/* One sweep for x >= 0, if A has a positive diagonal and no positive off-diagonal entry. Returns
 * the largest relative change. */
double means_sweep_up(const struct matrix *a, const double *b, bool backward, double *x);
