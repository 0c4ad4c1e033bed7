/* A search for a crossover, from the results so far: what is known of it, which point comes next,
 * and the text about it. */
#pragma once

#include <stdio.h>

#include "store/results.h"

/* Returns the row of results->crossovers to whose search the problem belongs, or NULL. */
const struct result_crossover *crossover_of(const struct results *results,
                                            const struct result_problem *problem);

/* Updates row `which` of results->crossovers from the samples. *next: the place where both variants
 * are measured next, or NaN if the search is over. A place where a variant did not end well is not
 * measured again. The state is `unfinished` while there is a next place. Errors:
 * ERROR_HOST_MEMORY. */
enum status crossover_judge(struct results *results, size_t which, const struct crossover *how,
                            double *next);

/* Makes the texts of the point at x: *source (new), and *label (new), as wm.crossover names it. */
enum status crossover_point_texts(const struct crossover *how, double x, char **source,
                                  char **label);

/* Prints a line for each family of searches (crossover_family.h), then one for each crossover. */
void crossovers_say(const struct results *results, FILE *out);
