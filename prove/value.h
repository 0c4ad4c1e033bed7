/* The interval of a property's value. Internal to prove/. */
#pragma once

#include "certify/intervals.h"
#include "problems/problem.h"

/* Interval of the value, given that each x_i of the exact answer lies in [x_i - below v_i, x_i +
 * above v_i]; v = NULL: all are 1. For fixpoint, bounded, and linear systems with weights and b;
 * NaN for others. */
struct interval value_at_initial(const struct problem *problem, const double *x,
                                 const struct bound *bound, const double *v);

/* What is proven, each as a share of it; infinite: nothing is. */
struct proof_widths {
    double value;  /* half of the interval's width; 0: there is no value, or it is infinite */
    double answer; /* error of the reference answer */
};
struct proof_widths proof_widths(const struct problem *problem);

static inline bool proof_is_wider(const struct problem *problem, double width)
{
    const struct proof_widths of = proof_widths(problem);
    return of.value > width || of.answer > width;
}

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
