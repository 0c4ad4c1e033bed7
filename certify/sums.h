/* Sums of long doubles that know how far they may be from the exact ones. Internal to certify/.
 *
 * u = LDBL_EPSILON bounds the relative error of an operation in every rounding mode. A sum of m
 * terms, each of at most 4 operations, is off by at most g size / (1 - g), g = (m + 3) u; size is
 * at most that share too small. For g < 0.01 that is below 1.03 (m + 3) u size. What is left to
 * 1.05 (m + 8) u covers the operations below. Below the normal numbers an operation is off by at
 * most DBL_MIN; where long double has more exponents than double, no product of doubles is. (Where
 * it has not, denormal numbers must not be taken for zero.)
 *
 * What is too large may become LDBL_MAX, as some rounding modes have it; here that is infinite, and
 * so is what is no number. */
#pragma once

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/sparse/csr.h"

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
    if (!(rounding < 0.01L && sum->size < LDBL_MAX)) return INFINITY;
    return 1.05L * (rounding + share) * sum->size + (long double)(terms + 8) * DBL_MIN;
}

/* Of results that came from non-negative ones by at most 16 operations, or lost as little. */
static inline long double round_up(long double x)
{
    const long double up = x + fabsl(x) * (32 * LDBL_EPSILON) + DBL_MIN;
    return up < LDBL_MAX ? up : INFINITY;
}

static inline long double round_down(long double x)
{
    return -round_up(-x);
}

static inline uint64_t row_terms(const struct matrix *a, uint32_t i)
{
    return a->off.row[i + 1] - a->off.row[i];
}

/* Whether diagonal = 1 and x = b. Without a comparison of doubles, for which small ones may be
 * zero.
 */
static inline bool states(long double diagonal, double b, long double x)
{
    return diagonal == 1 && (long double)b - x == 0;
}

/* Whether row i is x_i = b_i, and x_i is that. */
static inline bool is_stated(const struct matrix *a, uint32_t i, double b, double x)
{
    return row_terms(a, i) == 0 && states(a->diag[i], b, x);
}
