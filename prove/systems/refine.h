/* Iterative refinement: each solve of A d = b - A x brings x closer to the solution of A x = b. The
 * residual is summed in long double; where that is the same as double, x may be less exact. No
 * proof relies on these sums: only how->excess, which the check computes, says how good x is. */
#pragma once

#include <math.h>

#include "prove/systems/equations.h"

/* The width that a first aim is for: four digits narrower than the wanted one, but not narrower
 * than 1e-7 for that. The digits cost few iterations, and a close answer then has a bound below the
 * usual epsilon, 1e-6, where 1e-3 was wanted. */
static inline double width_aimed_at(double width)
{
    return fmin(width, fmax(1e-4 * width, 1e-7));
}

struct refinement {
    const struct matrix *a;
    const double *b; /* NULL: zeros */
    bool balanced;   /* rows that have entries beside the diagonal sum to 0 exactly */
    /* How far x is from the wanted bound, according to the check: below 1 it is good enough;
     * infinite: nothing is proven. Errors: ERROR_HOST_MEMORY. */
    enum status (*excess)(void *with, const double *x, double *out);
    void *with;
    /* Aim of the first solve: reduce the residual to this factor (first, such as 0.2), or to the
     * factor that first_aim returns. */
    double first;
    double (*first_aim)(void *with, const double *residual);
    bool begun;  /* x may be good enough already, so look before the first solve */
    bool *order; /* on entry: whether to look for an order of the rows; on return: whether there is
                    one; NULL: do not look */
    struct coarsening coarsening; /* for equations_create */
    struct budget *budget;
};

/* Improves a rough x (n numbers) until its excess is below 1, no longer falls, or the time is over.
 * *excess: that of the final x, for which how->excess was called last. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status refine(const struct refinement *how, double *x, double *excess);
