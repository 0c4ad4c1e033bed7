/* Computes how many independent samples would be as good as these samples.
 *
 * If samples depend on those before them, their median varies like the median of fewer samples. The
 * integrated autocorrelation time says how many fewer. It is computed from the ranks of the
 * samples, so that outliers do not hide it, on several scales: for the samples, and for means of 2,
 * 4, 8, ... of them. On each scale the variance of the means is multiplied by (1 + r) / (1 - r) for
 * the autocorrelation r of neighbours, after removal of its bias (Kendall 1954). The greatest
 * result counts. docs/measuring.md shows how good this is under several kinds of noise. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/stats.h"
#include "base/status.h"

/* With fewer samples there is no 95 % interval: five values cover their distribution's median in
 * less than 95 % of cases. */
enum { FEWEST_SAMPLES = 6 };

/* Sets *out to the effective number, in (0, count], of count values in order of time. Errors:
 * ERROR_HOST_MEMORY. */
enum status effective_count(size_t count, const double *value, double *out);

/* Returns by which factor the median of samples that depend on each other may have drifted beyond
 * what a bootstrap of them shows: slow drift looks smaller the shorter it is watched. quartiles:
 * the distance from the first to the third, as a share of the first. tests/bench/bench_noise.c
 * counts the false verdicts that remain. */
double drift_unseen(size_t count, double quartiles);

/* Summary of samples of one process, count >= 1, in order of time. Its interval is wider than that
 * of independent samples, as they depend on each other: by the root of count over the effective
 * number, for one standard error more of autocorrelation than was seen, and by Student's t for as
 * many; but by drift_unseen at most. It is NaN for fewer than FEWEST_SAMPLES. Errors:
 * ERROR_HOST_MEMORY. */
enum status summarise_samples(size_t count, const double *value, struct summary *out);

/* Sets *out to whether a case has enough samples, given in order of time. They are enough if all
 * three hold: they are as good as `least` independent ones; nine of ten are at most max_ci (a
 * share) above the median; the median's 95 % interval reaches at most as far from it. With max_ci =
 * INFINITY any samples are enough. count >= 1. Errors: ERROR_HOST_MEMORY. */
enum status effective_enough(size_t count, const double *value, double least, double max_ci,
                             bool *out);
