/* What certify_times says of a state, from sums over the rates that leave it. Internal to certify/.
 */
#pragma once

#include "certify/check.h"
#include "certify/sums.h"

/* What the sum of the rates has more than the diagonal. */
static inline double slack_of_rates(const struct sum *rates, double diagonal)
{
    return rates->size + fabsl((long double)diagonal) < DBL_MAX ? (double)(rates->value - diagonal)
                                                               : INFINITY;
}

/* times->slack_share, of sums of long doubles. */
static inline double share_of_slack(uint64_t longest)
{
    return 2 * (double)(longest + 10) * (double)LDBL_EPSILON;
}

/* drift: the sum of R(i,j) (v_i - v_j), of so many terms. The scale that makes scale v_i a time as
 * far as state i is concerned: infinite where v_i is none, 0 where the state does not come nearer.
 */
static inline double scale_of_drift(const struct sum *drift, uint64_t terms, double share, double v)
{
    const long double least = round_down(drift->value - sum_error(drift, terms, share));
    if (signbit(v) || !isfinite(v)) return INFINITY;
    return least > 0 ? certify_up(1 / least) : 0;
}

/* What the states of a class say together: all of them but one must come nearer. */
struct class_times {
    double scale;
    uint64_t resting;
};

static inline void add_scale(struct class_times *times, double scale)
{
    times->resting += scale == 0;
    if (scale > times->scale) times->scale = scale;
}

static inline double scale_of_class(const struct class_times *times)
{
    return times->resting > 1 ? INFINITY : times->scale;
}

/* The same as certify_times, of rows in closed form. */
enum status certify_closed_times(const struct closed_rows *closed, const struct reading *reading,
                                 struct times *times);
