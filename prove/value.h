/* The interval of a property's value. Internal to prove/. */
#pragma once

#include "certify/intervals.h"
#include "problems/problem.h"

/* Interval of the value, given that each x_i of the exact answer lies in [x_i - below v_i, x_i +
 * above v_i]; v = NULL: all are 1. For fixpoint, bounded, and linear systems with weights and b;
 * NaN for others. */
struct interval value_at_initial(const struct problem *problem, const double *x,
                                 const struct bound *bound, const double *v);

/* Returns whether the bounds of the reference answer and the value are wider than wanted. */
bool proof_is_wider(const struct problem *problem, double width);

/* Interval of what is asked of an answer in this interval. */
struct interval asked_interval(const struct asked_value *asked, struct interval x);

/* low, high (one for each unknown) = an interval of the number of each state, by the proof. */
void value_of_rows(const struct problem *problem, double *low, double *high);

/* Returns whether the width of the interval can be relative to the value. Not so for linear
 * systems, where weights may cancel each other. */
static inline bool value_has_width(const struct problem *problem)
{
    return problem->kind != KIND_LINEAR;
}

/* Interval of a long run's value, from an interval of each class's average. */
struct interval value_of_classes(const struct problem *problem, const struct interval *average);
