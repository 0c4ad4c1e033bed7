#include "analysis/statistics/effective_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/prediction.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* With fewer means than this, the variance is too uncertain to show a dependence. */
enum { FEWEST_MEANS = 16 };

struct ranked {
    double value;
    size_t at;
};

/* Computes ranks around 0; equal values share theirs. all: scratch. */
static void rank(size_t count, const double *value, struct ranked *all, double *out)
{
    for (size_t k = 0; k < count; k++) all[k] = (struct ranked){value[k], k};
    qsort(all, count, sizeof *all, compare_doubles);
    for (size_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && all[end].value == all[k].value;) end++;
        for (size_t i = k; i < end; i++) out[all[i].at] = 0.5 * ((double)(k + end) - (double)count);
    }
}

/* Mean square, and mean product of neighbours, of numbers with mean 0. */
static void moments(size_t count, const double *x, double *square, double *product)
{
    *square = *product = 0;
    for (size_t k = 0; k < count; k++) *square += x[k] * x[k] / (double)count;
    for (size_t k = 1; k < count; k++) *product += x[k] * x[k - 1] / (double)count;
}

/* Variance of the mean of count numbers, times count, if each number depends only on the one before
 * it. */
static double long_run_variance(size_t count, const double *x)
{
    double square, product;
    moments(count, x, &square, &product);
    if (square == 0) return 0;
    double r = product / square, unbiased = r + (1 + 4 * r) / (double)count;
    r = fmin(fmax(unbiased, 0), 0.999);
    return square * (double)count / (double)(count - 1) * (1 + r) / (1 - r);
}

static void means_of(size_t count, const double *x, size_t means, double *out)
{
    for (size_t k = 0; k < means; k++) {
        size_t first = count * k / means, end = count * (k + 1) / means;
        out[k] = 0;
        for (size_t i = first; i < end; i++) out[k] += x[i] / (double)(end - first);
    }
}

enum status effective_count(size_t count, const double *value, double *out)
{
    enum status status = OK;
    struct ranked *all = NULL;
    double *x = NULL, *mean = NULL;
    *out = (double)count;
    if (count < 2) return OK;
    TRY(allocate(count, sizeof *all, "statistics", &all));
    TRY(allocate(count, sizeof *x, "statistics", &x));
    TRY(allocate(count, sizeof *mean, "statistics", &mean));
    rank(count, value, all, x);
    const double alone = long_run_variance(count, x);
    double square, product, most = alone;
    for (size_t means = count / 2; means >= FEWEST_MEANS; means /= 2) {
        means_of(count, x, means, mean);
        most = fmax(most, long_run_variance(means, mean) * (double)count / (double)means);
    }
    moments(count, x, &square, &product);
    square *= (double)count / (double)(count - 1);
    if (most > square) *out = (double)count * square / most;
out:
    free(all);
    free(x);
    free(mean);
    return status;
}

/* Effective number if neighbours depend on each other by one standard error more than it says. */
static double doubted(double count, double effective)
{
    double r = (count - effective) / (count + effective);
    r = fmin(r + sqrt((1 - r * r) / count), 0.999);
    return count * (1 - r) / (1 + r);
}

double drift_unseen(size_t count, double quartiles)
{
    return 1 + fmax(5, 40 / sqrt((double)count)) * quartiles;
}

enum status summarise_samples(size_t count, const double *value, struct summary *out)
{
    double effective;
    MUST(summarise(count, value, out));
    MUST(effective_count(count, value, &effective));
    effective = doubted((double)count, effective);
    const double wider = student_quantile((size_t)fmin(fmax(1, effective - 1), 200)) / 1.96 *
                         sqrt((double)count / effective);
    const bool enough = count >= FEWEST_SAMPLES;
    const double most = drift_unseen(count, out->q3 / out->q1 - 1);
    out->ci_low = enough ? fmax(out->median * pow(out->ci_low / out->median, wider),
                                out->ci_low / most)
                         : NAN;
    out->ci_high = enough ? fmin(out->median * pow(out->ci_high / out->median, wider),
                                 out->ci_high * most)
                          : NAN;
    return OK;
}

/* Limits of the ranks in the interval of the median, counted from either end. The number of draws
 * below the median has a standard deviation of at most sqrt(count) / 2, so 1.5 sqrt(count) is three
 * of them, more than the two of the 95 % interval. */
static size_t outermost_rank(size_t count)
{
    double rank = floor(0.5 * (double)(count - 1) - 1.5 * sqrt((double)count));
    return rank > 0 ? (size_t)rank : 0;
}

/* The values at the outermost ranks of the interval often decide without a bootstrap. For dependent
 * samples, the interval of independent ones is widened by the root of count over the effective
 * number. */
enum status effective_enough(size_t count, const double *value, double least, double max_ci,
                             bool *out)
{
    enum status status = OK;
    double *ascending = NULL, effective;
    *out = false;
    TRY(effective_count(count, value, &effective));
    if (effective < least && isfinite(max_ci)) goto out;
    TRY(sorted_copy(count, value, &ascending));
    const double median = sorted_quantile(count, ascending, 0.5), within = max_ci * median;
    const double widest = 2 * within * sqrt(effective / (double)count);
    struct summary interval;
    if (sorted_quantile(count, ascending, 0.9) > median + within) goto out;
    interval.ci_low = ascending[outermost_rank(count)];
    interval.ci_high = ascending[count - 1 - outermost_rank(count)];
    if (interval.ci_high - interval.ci_low > widest) TRY(summarise(count, ascending, &interval));
    *out = interval.ci_high - interval.ci_low <= widest;
out:
    free(ascending);
    return status;
}
