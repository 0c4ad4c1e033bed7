/* Poisson probabilities, truncated on both sides with a bound on the error, as in Fox and Glynn
 * 1988. They are computed from the mode outwards by their ratios, so there is no underflow or
 * overflow for any mean. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct poisson {
    uint64_t first, last; /* the k that are kept */
    double *weight;       /* for first .. last; they sum to 1 */
};

/* mean > 0; the probability of all k outside first .. last is below epsilon (0 < epsilon < 1).
 * Errors: ERROR_HOST_MEMORY; ERROR_INPUT where last would be 2^53 or more. */
enum status poisson_create(double mean, double epsilon, struct poisson *out);
void poisson_free(struct poisson *poisson); /* accepts a zeroed one, leaves one */
