/* What numbers that are known to lie in intervals say of a value. All ends are rounded to the safe
 * side; a sum by its terms, as they may cancel each other. */
#pragma once

#include "certify/check.h"

struct interval {
    double low, high;
};

/* What both have in common; NaN is an end that nothing is known of. */
struct interval interval_meet(struct interval a, struct interval b);

/* x + a b, rounded down (side -1) or up (1); infinite on that side where a b is no number. */
double certify_add_product(double x, double a, double b, int side);

/* Where the exact x_i lies, whose answer is x and whose weight is v. */
struct interval certify_entry(double x, const struct bound *bound, double v);

/* The largest entry of the exact answer, at least; and how far an answer is from the exact one at
 * most. v = NULL: all are 1. */
double least_size(uint64_t n, const double *x, const struct bound *bound, const double *v);
double largest_error(uint64_t n, const struct bound *bound, const double *v);

/* Sums of intervals, each times a weight, and their mean: starts zeroed. */
struct interval_sum {
    long double low, high;
    long double size; /* of all that was added up */
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

/* What is summed up over an answer x of a closed class; mass, sum of reward times x, and size of x
 * were made by at most `depth` additions each. */
struct answer_sums {
    long double mass, sum, size;
    double most, least; /* rewards */
    uint64_t depth;
};

/* The average of rewards that are off by `share` at most, where the answer, scaled to mass 1, is
 * off by `distance` in the 1-norm. */
struct interval certify_average_of_answer(const struct answer_sums *of, double distance,
                                          double share);
