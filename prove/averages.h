/* Long-run averages that follow from an answer and its distance. Internal to prove/. */
#pragma once

#include "prove/value.h"

/* Of each class, given how far the answer is from the exact one; 0 where the class has no row.
 * Errors: ERROR_HOST_MEMORY. */
enum status averages_of_answer(const struct problem *problem, const double *x,
                               const double *distance, struct interval *average);
