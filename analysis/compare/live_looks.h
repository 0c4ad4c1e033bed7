/* Statistics of the rounds of a live comparison: their common level, when they are looked at, and
 * the test of their ratios. The k-th processes of both sides are round k. */
#pragma once

#include "analysis/compare/matching.h"
#include "analysis/statistics/resample.h"

enum { LIVE_LOOKS = 5 };
extern const size_t live_looks[LIVE_LOOKS]; /* finished rounds at each look */

/* Share of the error rate that look k may use: 1/2, 1/4, 1/8, ... */
double live_share(size_t look);

/* Computes a two-sided p-value: how likely the logarithms of the ratios of `count` rounds, if they
 * lie within margin (a logarithm), seem to lie as far beyond it as these do, at one of the looks
 * after the first. It uses Wilcoxon's signed-rank test at each look, divided by the look's share.
 * The last look is at count, which may be between two of live_looks. Errors: ERROR_HOST_MEMORY. */
enum status live_rounds_test(size_t count, const double *ratio, double margin, double *p);

/* Adds the logarithms of the ratios of the medians of each round's sides to ratio (one number for
 * each process of a side). Errors: ERROR_HOST_MEMORY. */
enum status live_ratios(const struct timings timings[NSIDES], double *ratio);

/* As live_rounds_test, for these ratios; margin: a share. Errors: the same. */
enum status live_test(const struct timings timings[NSIDES], double margin, double *p);

/* Divides the times of each round by its level, the geometric mean of both sides' medians: ratios
 * within a round stay, and changes that affect both sides disappear. All times are positive.
 * Errors: ERROR_HOST_MEMORY. */
enum status live_level(struct timings timings[NSIDES]);
