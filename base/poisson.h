/* Poisson probabilities, truncated on both sides with a bound on what is left out, as Fox and Glynn
 * 1988 want them; found here from the mode outwards by their ratios, which neither underflows nor
 * overflows whatever the mean. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct poisson {
    uint64_t first, last; /* k in between are kept */
    double *weight;       /* of first .. last; they sum to 1 */
};

/* mean > 0; the probability of all k outside first .. last is below epsilon (0 < epsilon < 1).
 * Errors: ERROR_HOST_MEMORY; ERROR_INPUT where last would be 2^53 or more. */
enum status poisson_create(double mean, double epsilon, struct poisson *out);
void poisson_free(struct poisson *poisson); /* accepts a zeroed one, leaves one */
