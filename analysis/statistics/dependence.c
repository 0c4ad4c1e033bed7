#include "analysis/statistics/dependence.h"

#include <math.h>

/* Parameters that are fitted: phi, mean, and size of the change. */
enum { PARAMETERS = 3 };

enum shape { NO_CHANGE, STEP, DRIFT };

static const double phis[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1};

/* A change of size 1 at value t. */
static double shape_at(enum shape shape, size_t at, size_t t)
{
    return shape == STEP ? t >= at : shape == DRIFT ? (double)t : 0;
}

/* Sums of products of what phi leaves of the values (y), of the mean (m) and of the change (d). */
struct products {
    double yy, ym, yd, mm, md, dd;
};

static void add_products(double y, double m, double d, struct products *s)
{
    s->yy += y * y;
    s->ym += y * m;
    s->yd += y * d;
    s->mm += m * m;
    s->md += m * d;
    s->dd += d * d;
}

/* Sum of the squares that mean and change leave. A walk (phi = 1) has no mean. */
static double rest_of(const struct products *s)
{
    double yy = s->yy, yd = s->yd, dd = s->dd;
    if (s->mm > 0) {
        yy -= s->ym * s->ym / s->mm;
        yd -= s->ym * s->md / s->mm;
        dd -= s->md * s->md / s->mm;
    }
    return fmax(0, dd > 0 ? yy - yd * yd / dd : yy);
}

static double least_squares(size_t count, const double *values, enum shape shape, size_t at,
                            double phi)
{
    struct products s = {0};
    const double first = sqrt(1 - phi * phi);
    add_products(0, first, first * shape_at(shape, at, 0), &s);
    for (size_t t = 1; t < count; t++)
        add_products(values[t] - values[0] - phi * (values[t - 1] - values[0]), 1 - phi,
                     shape_at(shape, at, t) - phi * shape_at(shape, at, t - 1), &s);
    return rest_of(&s);
}

static double least_of_phis(size_t count, const double *values, enum shape shape, size_t at)
{
    double least = INFINITY;
    for (size_t k = 0; k < sizeof phis / sizeof *phis; k++)
        least = fmin(least, least_squares(count, values, shape, at, phis[k]));
    return least;
}

static double against_dependence(size_t count, const double *values, enum shape shape, size_t at)
{
    if (count < PARAMETERS + 2) return 1;
    const double without = least_of_phis(count, values, NO_CHANGE, 0),
                 with = least_of_phis(count, values, shape, at);
    const double freedom = (double)(count - PARAMETERS);
    if (!(without > with)) return 1;
    return erfc((8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom / 2 * log(without / with)));
}

double step_against_dependence(size_t count, const double *values, size_t at)
{
    return against_dependence(count, values, STEP, at);
}

double drift_against_dependence(size_t count, const double *values)
{
    return against_dependence(count, values, DRIFT, 0);
}
