#include "analysis/statistics/piecewise_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/dependence.h"
#include "analysis/statistics/stats.h"
#include "analysis/statistics/trend.h"
#include "base/memory.h"

double stretch_rise(const struct stretch *stretch)
{
    return stretch->slope * (double)(stretch->end - stretch->first - 1);
}

double stretch_step(const struct stretch *before, const struct stretch *stretch)
{
    return stretch->level - (before->level + stretch_rise(before));
}

static double stretch_distance(const double *values, const struct stretch *stretch)
{
    double sum = 0;
    for (size_t i = stretch->first; i < stretch->end; i++)
        sum += fabs(values[i] - stretch->level - stretch->slope * (double)(i - stretch->first));
    return sum;
}

/* Sets the level of a stretch to the median. work: room for the values of the stretch. */
static void set_level(const double *values, double *work, struct stretch *stretch)
{
    size_t count = stretch->end - stretch->first;
    memcpy(work, values + stretch->first, count * sizeof *work);
    stretch->level = sort_to_median(count, work);
    stretch->slope = 0;
}

/* Fits a line to the stretch, unless dependence explains its trend. */
static enum status set_slope(const double *values, const struct change_test *test,
                             struct stretch *stretch)
{
    struct trend trend;
    const size_t count = stretch->end - stretch->first;
    stretch->trend_p = 1;
    if (test->dependent > 0)
        stretch->trend_against_dependence =
            fmin(1, (double)count * drift_against_dependence(count, values + stretch->first));
    if (stretch->trend_against_dependence > test->dependent) return OK;
    MUST(trend_find(count, values + stretch->first, &trend));
    stretch->level = trend.intercept;
    stretch->slope = trend.slope;
    stretch->trend_p = trend.p;
    return OK;
}

/* Schwarz's criterion (1978) for a fit with Laplace noise and this sum of absolute differences. */
static double criterion(double distance, size_t values, size_t parameters)
{
    return 2 * (double)values * log(distance / (double)values) +
           (double)parameters * log((double)values);
}

/* Sets *joined to whether one sloped line fits better than the count stretches, each with a level
 * and a beginning; *out is that line. */
static enum status join_stretches(const double *values, const struct change_test *test,
                                  const struct stretch *s, size_t count, bool *joined,
                                  struct stretch *out)
{
    double apart = 0;
    size_t n = s[count - 1].end - s[0].first;
    *joined = false;
    *out = (struct stretch){.first = s[0].first,
                            .end = s[count - 1].end,
                            .p = s[0].p,
                            .against_dependence = s[0].against_dependence};
    if (n < TREND_LEAST) return OK;
    enum status status = set_slope(values, test, out);
    for (size_t k = 0; k < count; k++) apart += stretch_distance(values, &s[k]);
    *joined = out->trend_p <= test->level &&
              criterion(stretch_distance(values, out), n, 2) < criterion(apart, n, 2 * count - 1);
    return status;
}

/* Joins stretches to slopes; from each one on as many as possible. */
static enum status join_slopes(const double *values, const struct change_test *test,
                               struct stretch *s, size_t *count)
{
    size_t kept = 0;
    for (size_t k = 0, next; k < *count; k = next) {
        struct stretch slope;
        bool joined = false;
        for (next = *count; next > k + 1; next--) {
            MUST(join_stretches(values, test, s + k, next - k, &joined, &slope));
            if (joined) break;
        }
        s[kept++] = joined ? slope : s[k];
    }
    *count = kept;
    return OK;
}

/* Gives a level stretch a slope if its trend is significant. */
static enum status find_slope(const double *values, const struct change_test *test,
                              struct stretch *stretch)
{
    struct stretch sloped = *stretch;
    if (stretch->slope != 0 || stretch->end - stretch->first < TREND_LEAST) return OK;
    MUST(set_slope(values, test, &sloped));
    if (sloped.trend_p <= test->level) *stretch = sloped;
    stretch->trend_p = sloped.trend_p;
    return OK;
}

enum status piecewise_fit(size_t count, const double *values, const struct change_test *test,
                          struct stretch **out, size_t *nstretches)
{
    enum status status = OK;
    struct change_point *changes = NULL;
    double *work = NULL;
    size_t n = 0;
    *out = NULL;
    TRY(change_points_find(count, values, test, &changes, &n));
    TRY(allocate(count, sizeof *work, "a series", &work));
    TRY(allocate(n + 1, sizeof **out, "stretches", out));
    for (size_t k = 0; k <= n; k++) {
        (*out)[k] =
            (struct stretch){.first = k ? changes[k - 1].at : 0,
                             .end = k < n ? changes[k].at : count,
                             .p = k ? changes[k - 1].p : 1,
                             .against_dependence = k ? changes[k - 1].against_dependence : 1,
                             .trend_p = 1};
        set_level(values, work, &(*out)[k]);
    }
    n++;
    TRY(join_slopes(values, test, *out, &n));
    for (size_t k = 0; k < n; k++) TRY(find_slope(values, test, &(*out)[k]));
    *nstretches = n;
out:
    free(changes);
    free(work);
    if (status != OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}
