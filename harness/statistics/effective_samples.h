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

/* *out: in (0, count], of count values in the order of time. Errors: ERROR_HOST_MEMORY. */
enum status effective_count(size_t count, const double *value, double *out);

/* Whether enough samples of a case were taken, given in the order of time: they are as good as
 * `least` independent ones, nine of ten are at most max_ci (a share) above the median, and its 95 %
 * interval is within as much of it. With max_ci = INFINITY any are. count >= 1. Errors:
 * ERROR_HOST_MEMORY. */
enum status effective_enough(size_t count, const double *value, double least, double max_ci,
                             bool *out);
