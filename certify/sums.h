/* Sums of long doubles that know how far they may be from the exact ones. Internal to certify/. */
#pragma once

#include <float.h>
#include <math.h>
#include <stdint.h>

struct sum {
    long double value, size; /* size: of the terms, all of them taken as positive */
};

static inline void sum_add(struct sum *sum, long double term)
{
    sum->value += term;
    sum->size += fabsl(term);
}

/* How far value is from the sum of the exact terms, if each came from at most four operations, and
 * may be off by `share` of itself before them. */
static inline long double sum_error(const struct sum *sum, uint64_t terms, double share)
{
    const long double rounding = (long double)(terms + 8) * LDBL_EPSILON;
    if (!(rounding < 0.01L)) return INFINITY;
    return 1.05L * (rounding + share) * sum->size + (long double)(terms + 8) * DBL_MIN;
}

/* Of results of at most 16 operations that all have errors to the same side. */
static inline long double round_up(long double x)
{
    return x + fabsl(x) * (32 * LDBL_EPSILON) + DBL_MIN;
}

static inline long double round_down(long double x)
{
    return -round_up(-x);
}
