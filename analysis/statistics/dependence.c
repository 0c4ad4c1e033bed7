#include "analysis/statistics/dependence.h"

#include <math.h>
#include <stdbool.h>

/* Parameters that are fitted: phi, share of independent noise, mean, and size of the change. */
enum { PARAMETERS = 4, MOST_CHANGES = 2 * MOST_NEAR + 1 };

/* Noise that may explain a series. white: variance of the independent noise over that of e. Walks
 * in more noise than these are left out: they would hide steps as well. */
struct dependence_model {
    double phi, white;
};

static const struct dependence_model models[] = {
    {0, 0},   {0.1, 0},  {0.2, 0}, {0.3, 0}, {0.4, 0}, {0.5, 0}, {0.6, 0}, {0.7, 0}, {0.8, 0},
    {0.9, 0}, {0.95, 0}, {1, 0},   {1, 0.5}, {1, 1},   {1, 2},   {1, 4},
};

/* The changes that are tried, each by itself: steps before first .. first + count - 1, or a
 * drift. */
struct tried_changes {
    bool drift;
    size_t first, count;
};

/* Size of change k at value t. */
static double change_at(const struct tried_changes *changes, size_t k, size_t t)
{
    return changes->drift ? (double)t : t >= changes->first + k;
}

/* Sums of products of what a model leaves of the values (y), of the mean (m) and of each change
 * (d). */
struct products {
    double yy, ym, mm, yd[MOST_CHANGES], md[MOST_CHANGES], dd[MOST_CHANGES];
};

/* Filters values, mean and changes: what is left of each is independent, and of variance `total`.
 * Returns the last of these variances. A walk begins at the first value. */
static double filter_series(size_t count, const double *values,
                            const struct dependence_model *model,
                            const struct tried_changes *changes, struct products *s)
{
    const double phi = model->phi;
    const bool walk = phi == 1;
    double y = 0, m = walk, d[MOST_CHANGES] = {0}, total = 1,
           variance = walk ? 1 + model->white : 1 / (1 - phi * phi);
    *s = (struct products){0};
    for (size_t t = walk; t < count; t++) {
        total = variance + model->white;
        const double gain = phi * variance / total, weight = 1 / total,
                     left_y = values[t] - values[0] - y, left_m = 1 - m;
        for (size_t k = 0; k < changes->count; k++) {
            const double left = change_at(changes, k, t) - d[k];
            s->yd[k] += weight * left_y * left;
            s->md[k] += weight * left_m * left;
            s->dd[k] += weight * left * left;
            d[k] = phi * d[k] + gain * left;
        }
        s->yy += weight * left_y * left_y;
        s->ym += weight * left_y * left_m;
        s->mm += weight * left_m * left_m;
        y = phi * y + gain * left_y;
        m = phi * m + gain * left_m;
        variance = phi * (phi - gain) * variance + 1;
    }
    return total;
}

/* Sets the sums of the squares that the mean leaves, and that mean and change leave, to these if
 * they are less. A walk has no mean. */
static void take_least(const struct products *s, size_t nchanges, double total, double *without,
                       double *with)
{
    const double mean = s->mm > 0 ? s->ym / s->mm : 0, yy = s->yy - mean * s->ym;
    *without = fmin(*without, total * yy);
    for (size_t k = 0; k < nchanges; k++) {
        const double md = s->mm > 0 ? s->md[k] / s->mm : 0, yd = s->yd[k] - md * s->ym,
                     dd = s->dd[k] - md * s->md[k];
        *with = fmin(*with, total * fmax(0, dd > 0 ? yy - yd * yd / dd : yy));
    }
}

static double against_dependence(size_t count, const double *values,
                                 const struct tried_changes *changes)
{
    double without = INFINITY, with = INFINITY;
    const double freedom = (double)count - PARAMETERS;
    if (freedom < 2) return 1;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        struct products s;
        const double total = filter_series(count, values, &models[k], changes, &s);
        take_least(&s, changes->count, total, &without, &with);
    }
    if (!(without > with)) return 1;
    return erfc((8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom / 2 * log(without / with)));
}

double step_against_dependence(size_t count, const double *values, size_t at, size_t near)
{
    const size_t first = at > near ? at - near : 1,
                 end = at + near < count ? at + near + 1 : count;
    return against_dependence(count, values,
                              &(struct tried_changes){.first = first, .count = end - first});
}

double drift_against_dependence(size_t count, const double *values)
{
    return against_dependence(count, values, &(struct tried_changes){.drift = true, .count = 1});
}
