/* `warpmark table FILE macros`: every number of the results as a macro of LaTeX, so that a paper
 * has no number that was typed. docs/reports.md explains the names. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "store/results.h"

/* Prints them. Errors: ERROR_HOST_MEMORY, and those of the script's tables. */
enum status macros_print(const struct results *results, FILE *out);
