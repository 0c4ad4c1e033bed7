#include "analysis/statistics/levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/effective_samples.h"
#include "analysis/statistics/prediction.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* Variances below this, of a millionth of the time, are rounding. */
static const double least_variance = 1e-12;

/* The logarithm of the median of values in order of time, and its variance, which for normal noise
 * is pi / 2 times that of the mean. They count as two independent ones at least, because the number
 * is uncertain where it is small. values: scratch afterwards. */
static enum status log_median(size_t count, double *values, double *median, double *variance)
{
    double effective;
    MUST(effective_count(count, values, &effective));
    *median = log(sort_to_median(count, values));
    const double range =
        log(sorted_quantile(count, values, 0.75) / sorted_quantile(count, values, 0.25));
    *variance = M_PI / 2 * pow(range / 1.349, 2) / fmax(effective, 2);
    return OK;
}

enum status process_levels_find(const struct timings *t, struct process_levels *out)
{
    enum status status = OK;
    double *values = NULL;
    *out = (struct process_levels){0};
    TRY(allocate(t->count, sizeof *values, "levels", &values));
    memcpy(values, t->value, t->count * sizeof *values);
    for (size_t p = 0; p < t->nprocesses; p++) {
        const size_t first = t->block[t->process[p]], end = t->block[t->process[p + 1]];
        double median, variance;
        TRY(log_median(end - first, values + first, &median, &variance));
        const double before = median - out->mean;
        out->low = p ? fmin(out->low, median) : median;
        out->high = p ? fmax(out->high, median) : median;
        out->mean += before / (double)++out->count;
        out->squares += before * (median - out->mean);
        out->within += (variance - out->within) / (double)out->count;
    }
out:
    free(values);
    return status;
}

struct level_part level_part_of(const struct process_levels *a, const struct process_levels *b)
{
    const struct process_levels none = {.count = 1}, *other = b ? b : &none;
    const double na = (double)a->count, nb = b ? (double)b->count : 0;
    const double freedom = na - 1 + (double)other->count - 1;
    return (struct level_part){freedom > 0 ? (a->squares + other->squares) / freedom : 0, freedom,
                               (na * a->within + nb * other->within) / (na + nb)};
}

enum status ratio_levels_find(const struct timings *a, const struct timings *b,
                              struct ratio_levels *out)
{
    struct process_levels of_a, of_b;
    MUST(process_levels_find(a, &of_a));
    MUST(process_levels_find(b, &of_b));
    out->range = (struct ratio){exp(of_b.mean - of_a.mean), exp(of_b.low - of_a.high),
                                exp(of_b.high - of_a.low)};
    out->part = level_part_of(&of_a, &of_b);
    out->share = 1 / (double)of_a.count + 1 / (double)of_b.count;
    out->several = of_a.count > 1 && of_b.count > 1;
    if (!out->several) out->part.within = 0;
    return OK;
}

struct level_part level_part_of_floor(double floor)
{
    const double deviation = log1p(floor) / (2.576 * sqrt(2));
    return (struct level_part){deviation * deviation, FLOOR_FREEDOM, 0};
}

/* Terms of log_likelihood that only the degrees of freedom decide. */
static double sum_of_gammas(size_t count, const struct level_part *parts, double freedom)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        const double d = parts[k].freedom;
        if (d > 0)
            sum += lgamma((d + freedom) / 2) - lgamma(freedom / 2) - lgamma(d / 2) +
                   d / 2 * log(d / freedom);
    }
    return sum;
}

/* Logarithm of how likely the parts' variances are: each is that of levels and its samples
 * together, times F with its degrees of freedom and those of the levels. */
static double log_likelihood(size_t count, const struct level_part *parts,
                             const struct level_variance *of)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        const double d = parts[k].freedom, expected = of->variance + parts[k].within;
        const double share = fmax(parts[k].variance, least_variance) / expected;
        if (d > 0)
            sum += (d / 2 - 1) * log(share) - log(expected) -
                   (d + of->freedom) / 2 * log1p(d / of->freedom * share);
    }
    return sum;
}

struct level_variance levels_fit(size_t count, const struct level_part *parts)
{
    static const double freedoms[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 1024};
    struct level_variance best = {0};
    double most = -INFINITY, greatest = least_variance, seen = 0;
    for (size_t k = 0; k < count; k++) {
        seen += parts[k].freedom;
        if (parts[k].freedom > 0) greatest = fmax(greatest, parts[k].variance);
    }
    for (size_t f = 0; seen > 0 && f < sizeof freedoms / sizeof *freedoms; f++) {
        const double gammas = sum_of_gammas(count, parts, freedoms[f]);
        struct level_variance of = {.freedom = freedoms[f], .seen = seen};
        for (of.variance = least_variance; of.variance < 4 * greatest; of.variance *= 1.25) {
            const double likelihood = gammas + log_likelihood(count, parts, &of);
            if (likelihood > most) most = likelihood, best = of;
        }
    }
    return best;
}

struct level_variance levels_moderated(const struct level_variance *all,
                                       const struct level_part *own)
{
    const double freedom = all->freedom + own->freedom;
    struct level_variance out = {.seen = all->seen};
    if (fmin(freedom, all->seen) < LEAST_FREEDOM) return out;
    out.variance =
        (all->freedom * (all->variance + own->within) + own->freedom * own->variance) / freedom;
    out.variance = fmax(out.variance, own->within);
    out.freedom = fmin(freedom, all->seen);
    return out;
}

double levels_reach(const struct level_variance *its, double share)
{
    return student_quantile((size_t)its->freedom) * sqrt(its->variance * share);
}
