/* Selects runs of a results file by filters. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "store/results.h"

/* Finds the indices of the runs that match where = "field=pattern,field=pattern" (NULL: all; commas
 * inside brackets and braces do not separate), in the order of problems, then variants. A missing
 * value is an empty text: "seed=*" also matches runs without a seed, even if no problem of the
 * results has one; "seed=?*" does not. *runs is to be freed. Errors: ERROR_INPUT,
 * ERROR_HOST_MEMORY. */
enum status select_runs(const struct results *results, const char *where, size_t *count,
                        size_t **runs);

/* Removes the runs that do not match. Errors: as above, and nothing is removed. */
enum status results_keep(struct results *results, const char *where);
