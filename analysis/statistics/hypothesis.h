/* Tests of hypotheses: do two sets of numbers differ, and which of many differences are to be
 * believed. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* Probabilities that x seems greater (or less) than y by as much as it does, if both come from the
 * same distribution. */
struct rank_test {
    double u; /* pairs (x, y) with x > y; those with x = y count half */
    double greater, less;
};

/* Mann and Whitney's U test (1947), one-sided in both directions; nx, ny >= 1, neither is
 * reordered. Without ties, and for nx ny <= 400 or a side of at most 8 values, it uses the exact
 * distribution of U; else the normal approximation with corrections for ties and continuity.
 * Errors: ERROR_HOST_MEMORY. */
enum status mann_whitney(size_t nx, const double *x, size_t ny, const double *y,
                         struct rank_test *out);

/* Benjamini and Hochberg (1995): replaces count p-values by the smallest rate of false discoveries
 * at which each is rejected, so that p[k] <= q rejects at rate q. Errors: ERROR_HOST_MEMORY. */
enum status benjamini_hochberg(size_t count, double *p);

/* Holm (1979): replaces count p-values by adjusted ones. Where those up to q are rejected, the
 * probability that any of them is rejected wrongly is q at most. Errors: ERROR_HOST_MEMORY. */
enum status holm(size_t count, double *p);
