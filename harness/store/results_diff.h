/* Checks whether results belong together: whether they have the same numbers, are of the same
 * experiment, and are consistent. */
#pragma once

#include <stdbool.h>

#include "harness/store/results.h"

/* *column = the path of the first column in which they differ, such as "/runs/value" (static), or
 * NULL. Values differ where their bytes do, but for numbers of an axis that has texts as well: the
 * file spells them out. Errors of all: ERROR_HOST_MEMORY. */
enum status results_difference(const struct results *a, const struct results *b,
                               const char **column);

/* The same for one run of each, with its samples; their places in results do not count. */
enum status run_difference(const struct results *a, const struct result_run *in_a,
                           const struct results *b, const struct result_run *in_b,
                           const char **column);

/* *what = the first thing that makes them results of different experiments ("the scripts", "the
 * machines", ...), or NULL: name, script, options, settings, problems and variants as planned;
 * machine's key, commit and build. *other_place: it is one of the last three, and the numbers can
 * still be put side by side. */
enum status experiment_difference(const struct results *a, const struct results *b,
                                  const char **what, bool *other_place);

/* Errors: ERROR_DAMAGED, name being for messages, unless every sample belongs to one run, no
 * process of a case has two runs, no two samples have the same place in the order, and the script
 * has its hash. */
enum status results_check(const char *name, const struct results *results);
