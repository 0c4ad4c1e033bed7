/* Wilcoxon's signed-rank test (1945): do numbers that are symmetric about their centre lie above a
 * bound? Also an interval of that centre. It is exact for any count, with ties and zeros: each sign
 * is equally likely. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* Most numbers that are used; the rest is left out. */
enum { SIGNED_RANK_MOST = 1600 };

/* Computes the probability that numbers whose centre is at most `bound` lie as far above it as
 * these do; 1 for none. Errors: ERROR_HOST_MEMORY. */
enum status signed_rank_above(size_t count, const double *values, double bound, double *p);

/* Computes the two-sided p-value of numbers whose centre is within bound of 0: 2 for none. Errors:
 * ERROR_HOST_MEMORY. */
enum status signed_rank_beyond(size_t count, const double *values, double bound, double *p);

/* Estimate of Hodges and Lehmann (1963), the median of the means of all pairs, and the interval
 * that belongs to the test, two-sided at 5 %; infinite for fewer than six numbers. */
struct centre {
    double estimate, low, high;
};

/* Computes the centre; count >= 1. Errors: ERROR_HOST_MEMORY. */
enum status signed_rank_centre(size_t count, const double *values, struct centre *out);

/* About how many numbers the test at this level needs to find, nine times of ten, that their centre
 * is `above` (> 0) the bound, if they have this standard deviation. */
double signed_rank_count(double level, double deviation, double above);
