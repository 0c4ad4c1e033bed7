#include "analysis/statistics/trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* Computes n (n - 1) (2 n + 5), for all values and for each group of equal ones (Kendall 1975): 18
 * times their part of the variance of s. */
static double spread(double n)
{
    return n * (n - 1) * (2 * n + 5);
}

static double variance(size_t count, const double *ascending)
{
    double sum = spread((double)count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && ascending[end] == ascending[i];) end++;
        sum -= spread((double)(end - i));
    }
    return sum / 18;
}

static void test_trend(size_t count, const double *values, const double *ascending,
                       struct trend *out)
{
    out->s = 0;
    for (size_t j = 1; j < count; j++)
        for (size_t i = 0; i < j; i++) out->s += (values[j] > values[i]) - (values[j] < values[i]);
    double deviation = sqrt(variance(count, ascending));
    double z = out->s == 0 ? 0 : (fabs(out->s) - 1) / deviation;
    out->p = erfc(z / sqrt(2));
}

static void fit_line(size_t count, const double *values, double *slopes, double *rests,
                     struct trend *out)
{
    size_t pairs = 0;
    for (size_t j = 1; j < count; j++)
        for (size_t i = 0; i < j; i++) slopes[pairs++] = (values[j] - values[i]) / (double)(j - i);
    out->slope = sort_to_median(pairs, slopes);
    for (size_t i = 0; i < count; i++) rests[i] = values[i] - out->slope * (double)i;
    out->intercept = sort_to_median(count, rests);
}

enum status trend_find(size_t count, const double *values, struct trend *out)
{
    enum status status = OK;
    double *slopes = NULL, *work = NULL;
    TRY(allocate(count * (count - 1) / 2, sizeof *slopes, "slopes", &slopes));
    TRY(allocate(count, sizeof *work, "a series", &work));
    memcpy(work, values, count * sizeof *work);
    sort_numbers(count, work);
    test_trend(count, values, work, out);
    fit_line(count, values, slopes, work, out);
out:
    free(slopes);
    free(work);
    return status;
}
