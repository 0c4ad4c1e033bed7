/* Checks whether results belong together: whether they have the same numbers, are of the same
 * experiment, and are consistent. */
#pragma once

#include <stdbool.h>

#include "store/results.h"

/* Sets *column to the path of the first column in which they differ, such as "/runs/value"
 * (static), or NULL. Values differ if their bytes do. Numbers of an axis that also has texts are
 * compared as the file prints them. Errors of all functions: ERROR_HOST_MEMORY. */
enum status results_difference(const struct results *a, const struct results *b,
                               const char **column);

/* Compares one run of each, with its samples; their positions in the results are ignored. */
enum status run_difference(const struct results *a, const struct result_run *in_a,
                           const struct results *b, const struct result_run *in_b,
                           const char **column);

/* Sets *what to the first thing that makes them results of different experiments ("the scripts",
 * "the machines", ...), or NULL. Compared are name, script, options, settings, problems and
 * variants as planned; machine's key, commit and build. *other_place: it is one of the last three,
 * and the numbers can still be compared. */
enum status experiment_difference(const struct results *a, const struct results *b,
                                  const char **what, bool *other_place);

/* Checks that every sample belongs to one run, no process of a case has two runs, no two samples
 * have the same position in the order, and the script has its hash. Errors: ERROR_DAMAGED; name is
 * for messages. */
enum status results_check(const char *name, const struct results *results);
