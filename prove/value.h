/* The interval of a property's value. Internal to prove/. */
#pragma once

#include "certify/intervals.h"
#include "problems/problem.h"

/* Each x_i of the exact answer lies in [x_i - below v_i, x_i + above v_i]; v = NULL: all are 1.
 * Fixpoint, bounded, and linear systems with weights and b; NaN for others. */
struct interval value_at_initial(const struct problem *problem, const double *x,
                                 const struct bound *bound, const double *v);

/* Whether a width relative to the value can be asked for. Weights may cancel each other. */
static inline bool value_has_width(const struct problem *problem)
{
    return problem->kind != KIND_LINEAR;
}

/* Long runs, from an interval of each class's average. */
struct interval value_of_classes(const struct problem *problem, const struct interval *average);
