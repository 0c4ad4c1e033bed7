#include "analysis/statistics/crossover_fit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* Points, and log(a / b) at each: its measured value, its sign if that is sure (else 0, and always
 * with fewer than FEWEST_BLOCKS blocks on a side), and its resamples. */
struct curve {
    size_t count;
    double *x; /* logarithms */
    double *ratio;
    int *sign;
    double *resample; /* RATIO_RESAMPLES for each point */
};

static void curve_free(struct curve *curve)
{
    free(curve->x);
    free(curve->ratio);
    free(curve->sign);
    free(curve->resample);
}

static enum status curve_make(size_t count, const struct crossover_point *points, struct curve *out)
{
    *out = (struct curve){.count = count};
    MUST(allocate(count, sizeof *out->x, "a curve", &out->x));
    MUST(allocate(count, sizeof *out->ratio, "a curve", &out->ratio));
    MUST(allocate(count, sizeof *out->sign, "a curve", &out->sign));
    MUST(allocate(count * RATIO_RESAMPLES, sizeof *out->resample, "the bootstrap", &out->resample));
    for (size_t k = 0; k < count; k++) {
        struct ratio ratio;
        MUST(median_ratio(points[k].b, points[k].a, false, k, out->resample + k * RATIO_RESAMPLES,
                          &ratio));
        out->x[k] = log(points[k].x);
        out->ratio[k] = log(ratio.ratio);
        const bool enough =
            points[k].a->nblocks >= FEWEST_BLOCKS && points[k].b->nblocks >= FEWEST_BLOCKS;
        out->sign[k] = enough ? (ratio.low > 1) - (ratio.high < 1) : 0;
    }
    return OK;
}

/* Finds the first two sure points of different signs without other sure points between them, and
 * the number of such pairs behind them. */
static void find_bounds(const struct curve *curve, struct crossing *out)
{
    size_t last = curve->count;
    for (size_t k = 0; k < curve->count; k++) {
        if (curve->sign[k] == 0) continue;
        *(curve->sign[k] < 0 ? &out->sure_a : &out->sure_b) += 1;
        if (last < curve->count && curve->sign[k] != curve->sign[last]) {
            if (out->found) out->others++;
            else {
                out->left = last;
                out->right = k;
            }
            out->found = true;
        }
        last = k;
    }
    if (out->found) out->a_first = curve->sign[out->left] < 0;
}

/* Fits a line by least squares through the ratios between the bounds, and returns where it crosses
 * zero. If the line does not lead from one bound's sign to the other's, returns INFINITY or
 * -INFINITY, for the likelier side. stride: distance from one ratio to the next. */
static double zero_of(const struct curve *curve, const struct crossing *c, const double *ratio,
                      size_t stride)
{
    size_t count = c->right - c->left + 1;
    double x = 0, y = 0, xx = 0, xy = 0, way = c->a_first ? 1 : -1;
    for (size_t k = c->left; k <= c->right; k++) {
        x += curve->x[k] / (double)count;
        y += way * ratio[k * stride] / (double)count;
    }
    for (size_t k = c->left; k <= c->right; k++) {
        xx += (curve->x[k] - x) * (curve->x[k] - x);
        xy += (curve->x[k] - x) * (way * ratio[k * stride] - y);
    }
    if (xy <= 0) return y < 0 ? INFINITY : -INFINITY;
    return x - y * xx / xy;
}

/* Quantile of ascending numbers; it does not interpolate infinities. */
static double quantile(const double *ascending, double p)
{
    double position = p * (RATIO_RESAMPLES - 1);
    return ascending[(size_t)lround(position)];
}

static enum status find_crossing(const struct curve *curve, struct crossing *out)
{
    double *zeros;
    MUST(allocate(RATIO_RESAMPLES, sizeof *zeros, "the bootstrap", &zeros));
    out->at = exp(zero_of(curve, out, curve->ratio, 1));
    for (size_t r = 0; r < RATIO_RESAMPLES; r++)
        zeros[r] = zero_of(curve, out, curve->resample + r, RATIO_RESAMPLES);
    sort_numbers(RATIO_RESAMPLES, zeros);
    out->low = exp(quantile(zeros, 0.025));
    out->high = exp(quantile(zeros, 0.975));
    free(zeros);
    return OK;
}

/* Middle of a gap; NAN if no number is left inside it, or the gap is narrower than half the
 * tolerance. */
static double middle_of(double left, double right, const struct crossover_search *search)
{
    double middle = sqrt(left * right);
    if (search->whole) middle = round(middle);
    bool inside = middle > left && middle < right;
    return inside && right / left > 1 + search->tolerance / 2 ? middle : NAN;
}

/* Chooses the middle of the widest gap that the interval touches. If the interval is narrow, only a
 * gap counts that is too wide for a line through it to be trusted. */
static double choose_next(const struct crossover_point *points, const struct crossing *c,
                          const struct crossover_search *search)
{
    double next = NAN, narrow = 1 + search->tolerance;
    double widest = c->low > 0 && c->high / c->low <= narrow ? narrow * narrow : 1;
    for (size_t k = c->left; k < c->right; k++) {
        double left = points[k].x, right = points[k + 1].x, middle = middle_of(left, right, search);
        if (right < c->low || left > c->high || isnan(middle) || right / left <= widest) continue;
        widest = right / left;
        next = middle;
    }
    return next;
}

enum status crossover_fit(size_t count, const struct crossover_point *points,
                          const struct crossover_search *search, struct crossing *out, double *next)
{
    enum status status = OK;
    struct curve curve = {0};
    *out = (struct crossing){.at = NAN, .low = NAN, .high = NAN};
    *next = NAN;
    if (count == 0) return OK;
    TRY(curve_make(count, points, &curve));
    find_bounds(&curve, out);
    if (!out->found) goto out;
    TRY(find_crossing(&curve, out));
    if (count < search->most) *next = choose_next(points, out, search);
out:
    curve_free(&curve);
    return status;
}
