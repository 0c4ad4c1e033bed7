/* The largest or smallest average payment in the long run of each end component of a decision
 * process, by relative value iteration: sweeps x' = x + 0.9 (B x - x), whose least and largest
 * difference B x - x are bounds of the average (Puterman, Markov Decision Processes, 8.5). What
 * several sweeps leave is mixed by least squares (Anderson, J. ACM 12, 1965). Nobody believes it: a
 * proof makes the bounds again, of all choices as they were read. */
#pragma once

#include "base/sparse/chain.h"

struct gains_of {
    const struct chain *chain;
    const double *payment; /* one number for each row */
    bool largest;
    uint32_t count; /* of end_components: */
    const uint32_t *component;
    const uint8_t *stays;
};

/* gain: a number for each component. bias: a number for each state of a component, such that
 * gain + bias_i is the best of payment + sum_j p_j bias_j over the rows that stay; other states
 * keep theirs. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status find_gains(const struct gains_of *of, double *gain, double *bias);
