#include "analysis/statistics/crossover_fit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/levels.h"
#include "analysis/statistics/prediction.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/random.h"

enum { SEED = 20120331, FREEDOM_OF_NORMAL = 200 };

/* Points, and log(a / b) at each: its measured value, its sign if that is sure (else 0, and always
 * with fewer than FEWEST_BLOCKS samples on a side), and its resamples. */
struct curve {
    size_t count;
    double *x; /* logarithms */
    double *ratio;
    int *sign;
    double *resample; /* RATIO_RESAMPLES for each point */
    double *scale;    /* of the errors of levels, for each resample */
    double freedom;   /* degrees of freedom of the levels of processes */
};

static void curve_free(struct curve *curve)
{
    free(curve->x);
    free(curve->ratio);
    free(curve->sign);
    free(curve->resample);
    free(curve->scale);
}

/* Normal random number. */
static double normal_draw(uint64_t stream, uint64_t counter)
{
    const double u = random_unit(random_bits(SEED, stream, 2 * counter)),
                 v = random_unit(random_bits(SEED, stream, 2 * counter + 1));
    return sqrt(-2 * log1p(-u)) * cos(2 * M_PI * v);
}

/* By how much a variance with so many degrees of freedom may have come out too small: root of its
 * true value over the measured one, drawn by chance. */
static double scale_draw(size_t freedom, uint64_t counter)
{
    double squares = 0;
    if (freedom >= FREEDOM_OF_NORMAL) return 1;
    for (size_t k = 0; k < freedom; k++)
        squares += pow(normal_draw(UINT64_MAX, counter * FREEDOM_OF_NORMAL + k), 2);
    return sqrt((double)freedom / squares);
}

/* Variance of the levels of all processes at all points. */
static struct level_variance levels_of_points(size_t count, const struct ratio_levels *points,
                                              double floor)
{
    struct level_part parts[2] = {{0}}, *own = &parts[0];
    size_t several = 0;
    for (size_t k = 0; k < count; k++) {
        if (!points[k].several) continue;
        own->variance += points[k].part.variance * points[k].part.freedom;
        own->freedom += points[k].part.freedom;
        own->within += (points[k].part.within - own->within) / (double)++several;
    }
    if (several) own->variance /= own->freedom;
    if (floor >= 0) parts[1] = level_part_of_floor(floor);
    const struct level_variance all = levels_fit(2, parts);
    return levels_moderated(&all, own);
}

/* Adds the k-th point: its ratio, and resamples with other levels of processes. unsure: probability
 * that a sign may be called sure although the variants are equal. */
static enum status curve_add(size_t k, const struct crossover_point *point,
                             const struct ratio_levels *levels, const struct level_variance *its,
                             double unsure, struct curve *out)
{
    double *resample = out->resample + k * RATIO_RESAMPLES;
    const double error = sqrt(its->variance * levels->share);
    struct ratio ratio = {NAN, NAN, NAN};
    double within = 0;
    if (!levels->several) {
        MUST(median_ratio(point->b, point->a, false, k, resample, &ratio));
        within = log(ratio.high / ratio.low) / 2;
    }
    out->x[k] = log(point->x);
    out->ratio[k] = log(levels->several ? levels->range.ratio : ratio.ratio);
    for (size_t r = 0; r < RATIO_RESAMPLES; r++)
        resample[r] = (levels->several ? out->ratio[k] : resample[r]) +
                      error * out->scale[r] * normal_draw(k, r);
    const size_t na = levels->several ? point->a->count : point->a->nblocks,
                 nb = levels->several ? point->b->count : point->b->nblocks;
    const bool enough = na >= FEWEST_BLOCKS && nb >= FEWEST_BLOCKS && its->freedom > 0;
    const bool sure =
        enough && student_beyond((size_t)its->freedom, fabs(out->ratio[k]) /
                                                           hypot(within / 1.96, error)) <= unsure;
    out->sign[k] = sure ? (out->ratio[k] > 0) - (out->ratio[k] < 0) : 0;
    return OK;
}

static enum status curve_make(size_t count, const struct crossover_point *points,
                              const struct crossover_search *search, struct curve *out)
{
    enum status status = OK;
    struct ratio_levels *levels = NULL;
    *out = (struct curve){.count = count};
    TRY(allocate(count, sizeof *levels, "a curve", &levels));
    TRY(allocate(count, sizeof *out->x, "a curve", &out->x));
    TRY(allocate(count, sizeof *out->ratio, "a curve", &out->ratio));
    TRY(allocate(count, sizeof *out->sign, "a curve", &out->sign));
    TRY(allocate(count * RATIO_RESAMPLES, sizeof *out->resample, "the bootstrap", &out->resample));
    TRY(allocate(RATIO_RESAMPLES, sizeof *out->scale, "the bootstrap", &out->scale));
    for (size_t k = 0; k < count; k++)
        TRY(ratio_levels_find(points[k].b, points[k].a, &levels[k]));
    const struct level_variance its = levels_of_points(count, levels, search->floor);
    out->freedom = its.freedom;
    for (size_t r = 0; r < RATIO_RESAMPLES; r++)
        out->scale[r] = its.freedom > 0 ? scale_draw((size_t)its.freedom, r) : 1;
    const double unsure = 0.05 / (double)(search->most > count ? search->most : count);
    for (size_t k = 0; k < count; k++)
        TRY(curve_add(k, &points[k], &levels[k], &its, unsure, out));
out:
    free(levels);
    return status;
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

/* A line through the ratios between the bounds. */
struct line {
    double zero;  /* where it crosses zero; if it does not lead from one bound's sign to the
                     other's, INFINITY or -INFINITY, for the likelier side */
    double above; /* sum of squares of the distances of the ratios from it */
};

/* Fits it by least squares. stride: distance from one ratio to the next. */
static struct line line_of(const struct curve *curve, const struct crossing *c, const double *ratio,
                           size_t stride)
{
    size_t count = c->right - c->left + 1;
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0, way = c->a_first ? 1 : -1;
    for (size_t k = c->left; k <= c->right; k++) {
        x += curve->x[k] / (double)count;
        y += way * ratio[k * stride] / (double)count;
    }
    for (size_t k = c->left; k <= c->right; k++) {
        const double dx = curve->x[k] - x, dy = way * ratio[k * stride] - y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    const double zero = xy > 0 ? x - y * xx / xy : y < 0 ? INFINITY : -INFINITY;
    return (struct line){zero, fmax(0, yy - xy * xy / xx)};
}

/* Variance of the resamples of a ratio around it, mean over the points between the bounds. */
static double mean_variance(const struct curve *curve, const struct crossing *c)
{
    double sum = 0;
    for (size_t k = c->left; k <= c->right; k++)
        for (size_t r = 0; r < RATIO_RESAMPLES; r++)
            sum += pow(curve->resample[k * RATIO_RESAMPLES + r] - curve->ratio[k], 2);
    return sum / (double)((c->right - c->left + 1) * RATIO_RESAMPLES);
}

/* Where the points are farther from the line than the levels of processes explain, makes the
 * variance of all ratios the mean of both. */
static void add_misfit(struct curve *curve, const struct crossing *c)
{
    const double points = (double)(c->right - c->left - 1), variance = mean_variance(curve, c);
    if (!(points > 0 && variance > 0)) return;
    const double misfit = line_of(curve, c, curve->ratio, 1).above / variance,
                 wider = sqrt((points + misfit) / (2 * points));
    if (!(wider > 1)) return;
    for (size_t k = c->left; k <= c->right; k++)
        for (size_t r = 0; r < RATIO_RESAMPLES; r++) {
            double *resample = &curve->resample[k * RATIO_RESAMPLES + r];
            *resample = curve->ratio[k] + wider * (*resample - curve->ratio[k]);
        }
}

/* Quantile of ascending numbers; it does not interpolate infinities. */
static double quantile(const double *ascending, double p)
{
    double position = p * (RATIO_RESAMPLES - 1);
    return ascending[(size_t)lround(position)];
}

/* Finds the crossing and its 95 % interval. The quantiles leave out half of 5 %: a search stops
 * where its interval is narrow, and so more often where it came out too narrow. */
static enum status find_crossing(struct curve *curve, struct crossing *out)
{
    double *zeros;
    MUST(allocate(RATIO_RESAMPLES, sizeof *zeros, "the bootstrap", &zeros));
    add_misfit(curve, out);
    out->at = exp(line_of(curve, out, curve->ratio, 1).zero);
    for (size_t r = 0; r < RATIO_RESAMPLES; r++)
        zeros[r] = line_of(curve, out, curve->resample + r, RATIO_RESAMPLES).zero;
    sort_numbers(RATIO_RESAMPLES, zeros);
    out->low = exp(quantile(zeros, 0.0125));
    out->high = exp(quantile(zeros, 0.9875));
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
    TRY(curve_make(count, points, search, &curve));
    find_bounds(&curve, out);
    if (!out->found) goto out;
    TRY(find_crossing(&curve, out));
    if (count < search->most) *next = choose_next(points, out, search);
out:
    curve_free(&curve);
    return status;
}
