/* How many independent samples are as good as these.
 *
 * The median of samples that depend on those before them varies like the median of fewer. By how
 * many fewer is the integrated autocorrelation time. It is taken from the ranks of the samples, so
 * that outliers do not hide it, on several scales: of the samples, and of means of 2, 4, 8, ... of
 * them. On each, the variance of the means counts, times (1 + r) / (1 - r) for the autocorrelation
 * r from one to the next, after removal of its bias (Kendall 1954). The greatest counts.
 * docs/measuring.md has what this is worth under several kinds of noise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Sets *out to the effective number, in (0, count], of count values in order of time. Errors:
 * ERROR_HOST_MEMORY. */
enum status effective_count(size_t count, const double *value, double *out);

/* Sets *out to whether a case has enough samples, given in order of time. They are enough if all
 * three hold: they are as good as `least` independent ones; nine of ten are at most max_ci (a
 * share) above the median; the median's 95 % interval reaches at most as far from it. With max_ci =
 * INFINITY any samples are enough. count >= 1. Errors: ERROR_HOST_MEMORY. */
enum status effective_enough(size_t count, const double *value, double least, double max_ci,
                             bool *out);
