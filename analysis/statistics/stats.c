#include "analysis/statistics/stats.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

enum { RESAMPLES = 1000, SEED = 20090626 };

int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_numbers(size_t count, double *values)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

enum status sorted_copy(size_t count, const double *values, double **out)
{
    MUST(allocate(count, sizeof **out, "statistics", out));
    memcpy(*out, values, count * sizeof **out);
    sort_numbers(count, *out);
    return OK;
}

double sort_to_median(size_t count, double *values)
{
    sort_numbers(count, values);
    return sorted_quantile(count, values, 0.5);
}

double sorted_quantile(size_t count, const double *ascending, double p)
{
    double position = p * (double)(count - 1);
    size_t below = (size_t)position;
    if (below + 1 >= count) return ascending[count - 1];
    double share = position - (double)below;
    return ascending[below] + share * (ascending[below + 1] - ascending[below]);
}

/* Median of count draws with replacement. times is scratch: how often each value was drawn. */
static double resampled_median(size_t count, const double *ascending, uint64_t resample,
                               uint32_t *times)
{
    memset(times, 0, count * sizeof *times);
    for (size_t k = 0; k < count; k++) times[random_below(random_bits(SEED, resample, k), count)]++;
    size_t low = 0, drawn = times[0];
    while (drawn <= (count - 1) / 2) drawn += times[++low];
    size_t high = low;
    while (drawn <= count / 2) drawn += times[++high];
    return ascending[low] + 0.5 * (ascending[high] - ascending[low]);
}

static enum status bootstrap(size_t count, const double *ascending, struct summary *out)
{
    double medians[RESAMPLES];
    uint32_t *times;
    MUST(allocate(count, sizeof *times, "the bootstrap", &times));
    for (uint64_t r = 0; r < RESAMPLES; r++)
        medians[r] = resampled_median(count, ascending, r, times);
    free(times);
    sort_numbers(RESAMPLES, medians);
    out->ci_low = sorted_quantile(RESAMPLES, medians, 0.025);
    out->ci_high = sorted_quantile(RESAMPLES, medians, 0.975);
    return OK;
}

static void mean_and_deviation(size_t count, const double *values, struct summary *out)
{
    double sum = 0, squares = 0;
    for (size_t k = 0; k < count; k++) sum += values[k] - values[0];
    out->mean = values[0] + sum / (double)count;
    for (size_t k = 0; k < count; k++) squares += (values[k] - out->mean) * (values[k] - out->mean);
    out->deviation = count > 1 ? sqrt(squares / (double)(count - 1)) : 0;
}

enum status summarise(size_t count, const double *values, struct summary *out)
{
    enum status status = OK;
    double *sorted = NULL;
    TRY(sorted_copy(count, values, &sorted));
    *out = (struct summary){.min = sorted[0], .max = sorted[count - 1]};
    out->q1 = sorted_quantile(count, sorted, 0.25);
    out->median = sorted_quantile(count, sorted, 0.5);
    out->q3 = sorted_quantile(count, sorted, 0.75);
    mean_and_deviation(count, sorted, out);
    TRY(bootstrap(count, sorted, out));
out:
    free(sorted);
    return status;
}
