/* Long-run averages that follow from an answer and its distance. Internal to prove/. */
#pragma once

#include "prove/value.h"

/* Computes the average of each class from an answer and its distance from the exact one; 0 for a
 * class of probability 0. Errors: ERROR_HOST_MEMORY. */
enum status averages_of_answer(const struct problem *problem, const double *x,
                               const double *distance, struct interval *average);

/* Half the width of the widest of these intervals, relative to its size. */
double widest_interval(uint32_t count, const struct interval *average);
