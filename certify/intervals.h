/* What numbers that are known to lie in intervals say of a value. All ends are rounded to the safe
 * side; a sum by its terms, as they may cancel each other. */
#pragma once

#include "certify/check.h"
#include "certify/double_sums.h"

struct interval {
    double low, high;
};

/* What both have in common; NaN is an end that nothing is known of. */
struct interval interval_meet(struct interval a, struct interval b);

/* Where the exact x_i lies, whose answer is x and whose weight is v. */
struct interval certify_entry(double x, const struct bound *bound, double v);

/* The largest entry of the exact answer, at least; and how far an answer is from the exact one at
 * most. v = NULL: all are 1. */
double least_size(uint64_t n, const double *x, const struct bound *bound, const double *v);
double largest_error(uint64_t n, const struct bound *bound, const double *v);

/* Sums of intervals, each times a weight, and their mean: starts zeroed. */
struct interval_end {
    struct double_sum sum;
    double beyond; /* the sum of the terms that are not finite */
};

struct interval_sum {
    struct interval_end low, high; /* low: of minus the low ends */
    uint64_t count;
};

void interval_sum_add(struct interval_sum *sum, struct interval x, double weight);
struct interval interval_sum_total(const struct interval_sum *sum);
struct interval interval_sum_mean(const struct interval_sum *sum);

/* The average of rewards, weighted by entries x_i >= 0 that lie in these intervals: starts zeroed.
 */
struct entries_known {
    struct interval mass, sum;
    bool negative; /* some reward is: nothing is known then */
};

void entries_known_add(struct entries_known *known, struct interval x, double reward);

/* share: what each reward may be off by. NaN: nothing is known. */
struct interval entries_known_average(const struct entries_known *known, double share);

/* What is summed up over an answer x of a closed class: `count` terms of mass, and of sum, the
 * reward times x. */
struct answer_sums {
    struct double_sum mass, sum;
    double most, least; /* rewards */
    uint64_t count;
};

/* The average of rewards that are off by `share` at most, where the answer, scaled to mass 1, is
 * off by `distance` in the 1-norm. */
struct interval certify_average_of_answer(const struct answer_sums *of, double distance,
                                          double share);
