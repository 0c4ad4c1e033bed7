/* A search for a crossover, from the results so far: what is known of it, which point comes next,
 * and the text about it. */
#pragma once

#include <stdio.h>

#include "harness/store/results.h"

/* Returns the row of results->crossovers to whose search the problem belongs, or NULL. */
const struct result_crossover *crossover_of(const struct results *results,
                                            const struct result_problem *problem);

/* Sets what row `which` of results->crossovers says from the samples. *next: where to measure both
 * variants next, or NaN where the search is over; a place where a variant did not end well is not
 * gone to again. The state is `unfinished` while there is a next. Errors: ERROR_HOST_MEMORY. */
enum status crossover_judge(struct results *results, size_t which, const struct crossover *how,
                            double *next);

/* Makes the texts of the point at x: *source (new), and *label (new), as wm.crossover names it. */
enum status crossover_point_texts(const struct crossover *how, double x, char **source,
                                  char **label);

/* Prints a line for each family of searches (crossover_family.h), then one for each crossover. */
void crossovers_say(const struct results *results, FILE *out);
