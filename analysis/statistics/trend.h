/* Finds slow drift: whether a series rises or falls, and how fast, without assuming a
 * distribution. */
#pragma once

#include <stddef.h>

#include "base/status.h"

struct trend {
    double slope;     /* in each step: median of the slopes of all pairs (Theil 1950, Sen 1968) */
    double intercept; /* median of value[i] - slope * i */
    double s;         /* Mann and Kendall: pairs that rise minus pairs that fall */
    double
        p; /* two-sided, from the normal approximation with corrections for ties and continuity */
};

/* Finds the trend of count >= 2 finite values at equal steps. Errors: ERROR_HOST_MEMORY. */
enum status trend_find(size_t count, const double *values, struct trend *out);
