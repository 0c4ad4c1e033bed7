/* Order statistics of a few samples. */
#pragma once

#include <stddef.h>

#include "base/status.h"

struct summary {
    double min, q1, median, q3, max, mean,
        deviation; /* deviation: sample standard deviation, 0 for one sample */
    double ci_low,
        ci_high; /* 95 % percentile bootstrap interval of the median, 1000 resamples, fixed seed */
};

/* Summary of count >= 1 finite values (not reordered). Quantiles interpolate linearly (type 7 of
 * Hyndman and Fan 1996). Errors: ERROR_HOST_MEMORY. */
enum status summarise(size_t count, const double *values, struct summary *out);

/* For qsort: orders numbers, and structs that begin with one, ascending; no NaN. */
int compare_doubles(const void *a, const void *b);

/* Sorts in ascending order; no NaN. */
void sort_numbers(size_t count, double *values);

/* Sets *out (new) to the values in ascending order. Errors: ERROR_HOST_MEMORY. */
enum status sorted_copy(size_t count, const double *values, double **out);

/* Sorts count >= 1 values and returns their median. */
double sort_to_median(size_t count, double *values);

/* Quantile p in [0, 1] of count >= 1 values in ascending order. */
double sorted_quantile(size_t count, const double *ascending, double p);
