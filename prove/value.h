/* The interval of a property's value. Internal to prove/. */
#pragma once

#include "problems/problem.h"

struct interval {
    double low, high;
};

/* Each x_i of the exact answer lies in [x_i - below v_i, x_i + above v_i]; v = NULL: all are 1.
 * Fixpoint, bounded, and linear systems with weights and b; NaN for others. */
struct interval value_at_initial(const struct problem *problem, const double *x,
                                 const struct bound *bound, const double *v);

/* Long runs, from an interval of each class's average. */
struct interval value_of_classes(const struct problem *problem, const struct interval *average);

/* What both have in common; NaN is an interval that has everything. */
struct interval interval_meet(struct interval a, struct interval b);
