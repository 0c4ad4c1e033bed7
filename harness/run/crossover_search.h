/* A search for a crossover as it stands in results: what is known of it, which point comes next,
 * and what to say. */
#pragma once

#include <stdio.h>

#include "harness/store/results.h"

/* The row of results->crossovers whose search the problem is a point of, or NULL. */
const struct result_crossover *crossover_of(const struct results *results,
                                            const struct result_problem *problem);

/* Sets what row `which` of results->crossovers says from the samples. *next: where to measure both
 * variants next, or NaN where the search is over; a place where a variant did not end well is not
 * gone to again. The state is `unfinished` while there is a next. Errors: ERROR_HOST_MEMORY. */
enum status crossover_judge(struct results *results, size_t which, const struct crossover *how,
                            double *next);

/* *source (new): of the problem at x; *label (new): its name, as wm.crossover gives it. */
enum status crossover_point_texts(const struct crossover *how, double x, char **source,
                                  char **label);

/* One line for each family of searches (crossover_family.h), then one for each crossover. */
void crossovers_say(const struct results *results, FILE *out);
