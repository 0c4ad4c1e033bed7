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

/* What the states of a class say together. */
struct class_times {
    long double
        least;        /* of sum_j R(i,j) (v_i - v_j) over the states that come nearer; 0: of none */
    uint64_t resting; /* states that do not */
    bool refused;     /* some v_i is no time */
};

/* A state, with that sum, which has so many terms. */
static inline void add_drift(struct class_times *to, const struct sum *drift, uint64_t terms,
                             double share, double v)
{
    const long double least = round_down(drift->value - sum_error(drift, terms, share));
    if (signbit(v) || !isfinite(v)) to->refused = true;
    else if (!(least > 0)) to->resting++;
    else if (!(to->least > 0) || least < to->least) to->least = least;
}

static inline void class_times_merge(struct class_times *to, const struct class_times *from)
{
    to->refused |= from->refused;
    to->resting += from->resting;
    if (from->least > 0 && (!(to->least > 0) || from->least < to->least)) to->least = from->least;
}

/* Every state of a class but one must come nearer, on average. */
static inline double scale_of_class(const struct class_times *times)
{
    if (times->refused || times->resting > 1) return INFINITY;
    return times->least > 0 ? certify_up(1 / times->least) : 0;
}
