/* Bounds on values computed from numbers that are known to lie in intervals. All ends are rounded
 * to the safe side. Sums are computed in two doubles, because their terms can cancel each other. */
#pragma once

#include "certify/check.h"
#include "certify/double_sums.h"

struct interval {
    double low, high;
};

/* Intersection of both; an end that is NaN is unknown. */
struct interval interval_meet(struct interval a, struct interval b);

/* Interval of the exact x_i, given answer x and weight v. */
struct interval certify_entry(double x, const struct bound *bound, double v);

/* Lower bound of the largest entry of the exact answer, and upper bound of the error of an answer.
 * v = NULL: all weights are 1. */
double least_size(uint64_t n, const double *x, const struct bound *bound, const double *v);
double largest_error(uint64_t n, const struct bound *bound, const double *v);

/* Each interval low[i] to high[i] becomes its middle, in low, and half of its width, in high: at
 * least the distance of both ends. Without an upper end the middle is the lower one. Equal ends,
 * also infinite ones, have width 0. */
void certify_middles(uint64_t n, double *low, double *high);

/* Weighted sum of intervals, and its mean. Zero the struct before use. */
struct interval_end {
    struct double_sum sum;
    double beyond; /* sum of the terms that are not finite */
};

struct interval_sum {
    struct interval_end low, high; /* low: the negated sum of the low ends */
    uint64_t count;
};

void interval_sum_add(struct interval_sum *sum, struct interval x, double weight);
struct interval interval_sum_total(const struct interval_sum *sum);
struct interval interval_sum_mean(const struct interval_sum *sum);

/* Average of rewards with weights x_i >= 0 that are known to lie in these intervals. Zero the
 * struct before use. */
struct entries_known {
    struct interval mass, sum;
    bool negative; /* some reward is negative, so nothing is known */
};

void entries_known_add(struct entries_known *known, struct interval x, double reward);

/* share: relative error of each reward. NaN: nothing is known. */
struct interval entries_known_average(const struct entries_known *known, double share);

/* Sums over an answer x of a closed class: its mass, and its rewards times x; `count` terms
 * each. */
struct answer_sums {
    struct double_sum mass, sum;
    double most, least; /* rewards */
    uint64_t count;
};

/* Bounds the average of rewards whose relative error is at most `share`. The answer, scaled to mass
 * 1, is off by at most `distance` in the 1-norm. */
struct interval certify_average_of_answer(const struct answer_sums *of, double distance,
                                          double share);
