/* Iterative refinement: x comes closer to the solution of A x = b with each solve of A d = b - A x,
 * the residual being summed in long double. No check believes these sums: how->excess, which the
 * check makes, is all that is said of x. Where long double is double, x may be farther off. */
#pragma once

#include "base/sparse/csr.h"
#include "prove/means/budget.h"
#include "prove/means/levels.h"

struct refinement {
    const struct matrix *a;
    const double *b; /* NULL: zeros */
    bool balanced;   /* rows that have entries beside the diagonal sum to 0 exactly */
    /* What is proven of x: below 1 it is good enough. Infinite: nothing is. Errors:
     * ERROR_HOST_MEMORY. */
    enum status (*excess)(void *with, const double *x, double *out);
    void *with;
    /* The aim of the first solve: what to reduce the residual to, such as 0.2 of it, or a function
     * that says it; or which share of the largest |x_i|. */
    double first, share;
    double (*first_aim)(void *with, const double *residual);
    bool begun;  /* x may be good enough already */
    bool *order; /* whether an order of the rows may be looked for, and then whether there is one;
                    NULL: it may not */
    struct coarsening coarsening; /* that of means_create */
    struct budget *budget;
};

/* Goes on from a rough x (n numbers) until its excess is below 1, no longer falls, or time is over.
 * *excess = that of x then, which is what how->excess has seen last. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status refine(const struct refinement *how, double *x, double *excess);
