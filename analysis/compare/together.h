/* All cases of a live comparison as one: a change that no case shows by itself, as each has its own
 * noise, can be clear in all of them. */
#pragma once

#include "analysis/compare/compare.h"

/* Computes a two-sided p-value: how likely the rounds, each the weighted mean of its cases'
 * logarithms of ratios, seem to lie as far beyond the margin as these do, if they lie within it
 * (Wilcoxon's signed-rank test). It looks once, at all rounds, as they do not end by what it says.
 * A case counts in the rounds that it has. NaN: fewer than two cases have rounds. Errors:
 * ERROR_HOST_MEMORY. */
enum status together_test(const struct comparison *comparison, double *p);
