/* Whether the entries of an answer are numbers that such an answer can have: probabilities lie
 * between 0 and 1, expected rewards and long-run masses are not negative. */
#ifndef WARPMARK_HARNESS_CASE_ANSWER_RANGE_H
#define WARPMARK_HARNESS_CASE_ANSWER_RANGE_H

#include "problems/problem.h"

/* How far x (one number a row) is outside of problem->range: of probabilities as it is, else as a
 * share of max |x_i|. *row: the row that is farthest outside; untouched where the result is 0. */
double answer_range_excess(const struct problem *problem, const double *x, uint32_t *row);

#endif
