/* Time of a solve together with the solves of the questions inside its question, by the same
 * variant. */
#pragma once

#include "base/output/units.h"
#include "store/results.h"

/* Returns whether questions are inside: the problem names them, or some were proven for it. */
bool problem_needs(const struct result_problem *problem);

/* *seconds = those of the run and of each case inside (its median process); of the run alone if
 * nothing is inside. A solve where nothing is left to iterate takes none. NaN if that is unknown;
 * then *why says the reason, unless the run itself has no time; else it is "". Errors:
 * ERROR_HOST_MEMORY. */
enum status time_with_inside(const struct results *results, const struct result_run *run,
                             double *seconds, struct human *why);
