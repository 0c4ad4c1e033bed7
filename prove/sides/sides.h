/* Numbers below and above the values of a decision process. Nothing here is believed: the check
 * decides what they prove (certify/optimum.h). Internal to prove/. */
#pragma once

#include "problems/problem.h"
#include "prove/systems/budget.h"

struct sides {
    double *low, *high; /* one for each unknown. high is infinite where no bound was found */
};

/* Fills out, which the caller frees (also after errors), until they are as close as width wants.
 * candidate: a number for each unknown that may be close to its value, or NULL. Sets budget->led if
 * that helped. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status sides_find(const struct problem *problem, const double *candidate, double width,
                       struct budget *budget, struct sides *out);

void sides_free(struct sides *sides); /* accepts a zeroed one, leaves one */
