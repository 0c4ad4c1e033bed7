/* Wilcoxon's signed-rank test (1945): whether numbers that are symmetric about their centre lie
 * above a bound, and an interval of that centre. Exact at any count, ties and zeros included: each
 * number's sign is as likely one as the other. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* So many numbers at most; the rest is left out. */
enum { SIGNED_RANK_MOST = 1600 };

/* How likely numbers whose centre is `bound` or less lie as far above it as these do; 1 for none.
 * Errors: ERROR_HOST_MEMORY. */
enum status signed_rank_above(size_t count, const double *values, double bound, double *p);

/* The estimate of Hodges and Lehmann (1963), the median of the means of all pairs, and the interval
 * that belongs to the test, two-sided at 5 %; infinite below six numbers. */
struct centre {
    double estimate, low, high;
};

/* count >= 1. Errors: ERROR_HOST_MEMORY. */
enum status signed_rank_centre(size_t count, const double *values, struct centre *out);

/* About how many numbers the test at this level needs to find in nine cases of ten that their
 * centre lies `above` (> 0) the bound, where they spread by this standard deviation. */
double signed_rank_count(double level, double deviation, double above);
