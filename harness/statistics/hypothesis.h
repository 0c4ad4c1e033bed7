/* Tests of hypotheses: whether two sets of numbers differ, and which of many differences to
 * believe. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* How likely it is that x seems as much greater (or less) than y as it does, though both are drawn
 * from the same distribution. */
struct rank_test {
    double u; /* pairs (x, y) with x > y; those with x = y count half */
    double greater, less;
};

/* Mann and Whitney's U test (1947), one-sided both ways; nx, ny >= 1, neither is reordered. Without
 * ties, and where nx ny <= 400, the exact distribution of U; else its normal approximation with
 * corrections for ties and continuity. Errors: ERROR_HOST_MEMORY. */
enum status mann_whitney(size_t nx, const double *x, size_t ny, const double *y,
                         struct rank_test *out);

/* Benjamini and Hochberg (1995): replaces count p-values by the least rate of false discoveries at
 * which each is rejected, so that p[k] <= q rejects at rate q. Errors: ERROR_HOST_MEMORY. */
enum status benjamini_hochberg(size_t count, double *p);
