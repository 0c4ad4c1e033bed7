/* All cases of a live comparison as one: a change that no case shows by itself, as each has its own
 * noise, can be clear in all of them. */
#pragma once

#include "analysis/compare/compare.h"

/* Computes a two-sided p-value: how likely the rounds, each the weighted mean of its cases'
 * logarithms of ratios, seem to lie as far beyond the margin as these do, if they lie within it
 * (live_rounds_test of live_looks.h). A case counts in the rounds that it has. NaN: fewer than two
 * cases have rounds. Errors: ERROR_HOST_MEMORY. */
enum status together_test(const struct comparison *comparison, double *p);
