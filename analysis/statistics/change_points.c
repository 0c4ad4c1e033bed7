#include "analysis/statistics/change_points.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/dependence.h"
#include "analysis/statistics/hypothesis.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/random.h"

enum { SEED = 20140101 };

/* Ranks as clear as this part of the level need no permutations. */
#define CLEAR 0.1

/* Number of values with which a change as large as their standard deviation is found nine times of
 * ten. */
#define SPLIT_NOISE 125.0

/* A series, its segments, and a copy to shuffle. */
struct division {
    size_t count, nsegments;
    double *value, *shuffled;          /* value points to one allocation, which has all following
                                          arrays but start */
    double *left, *distance, *inverse; /* scratch of best_split; inverse[k] = 1 / k, k <= count */
    size_t *start;                     /* nsegments + 1 of them; the last is count */
    struct change_point *change;       /* at start[k] */
};

/* Sum of the distances of value to the count values. */
static double sum_distances(double value, size_t count, const double *others)
{
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < count; i++) sum += fabs(value - others[i]);
    return sum;
}

/* Finds the clearest split at `at`, over all ends. before: sum of the distances over the pairs of
 * values in front of `at`. distance[j] becomes the sum of the distances of value j to these values,
 * and left[j] is that to all values in front of j. */
static struct split best_end(const struct division *d, size_t count, const double *values,
                             size_t at, double before)
{
    struct split best = {0};
    double between = 0, behind = 0, m = (double)at;
    for (size_t j = at; j < count; j++) {
        size_t n = j + 1 - at;
        d->distance[j] += fabs(values[j] - values[at - 1]);
        between += d->distance[j];
        behind += d->left[j] - d->distance[j];
        if (at < CHANGE_SEGMENT || n < CHANGE_SEGMENT) continue;
        double sum = between - before * (double)n * d->inverse[at] - behind * m * d->inverse[n];
        double statistic = 2 * sum * d->inverse[at + n];
        if (statistic > best.statistic) best = (struct split){at, j + 1, statistic};
    }
    return best;
}

/* Finds the clearest split of a segment; statistic 0 if the segment is too short. */
static struct split best_split(const struct division *d, size_t count, const double *values)
{
    struct split best = {0};
    double before = 0;
    memset(d->distance, 0, count * sizeof *d->distance);
    for (size_t j = 0; j < count; j++) d->left[j] = sum_distances(values[j], j, values);
    for (size_t at = 1; at + CHANGE_SEGMENT <= count; at++) {
        before += d->left[at - 1];
        struct split here = best_end(d, count, values, at, before);
        if (here.statistic > best.statistic) best = here;
    }
    return best;
}

/* Finds the clearest split of any segment, counted from the start of the series. */
static struct split best_of_all(const struct division *d, const double *values)
{
    struct split best = {0};
    for (size_t k = 0; k < d->nsegments; k++) {
        size_t start = d->start[k];
        struct split split = best_split(d, d->start[k + 1] - start, values + start);
        if (split.statistic > best.statistic)
            best = (struct split){start + split.at, start + split.end, split.statistic};
    }
    return best;
}

/* Shuffles each segment, by Fisher and Yates. */
static void shuffle(struct division *d, uint64_t permutation)
{
    for (size_t k = 0; k < d->nsegments; k++)
        for (size_t i = d->start[k + 1] - 1; i > d->start[k]; i--) {
            uint64_t bits = random_bits(SEED, permutation * d->count + d->nsegments, i);
            size_t j = d->start[k] + random_below(bits, i + 1 - d->start[k]);
            const double kept = d->shuffled[i];
            d->shuffled[i] = d->shuffled[j];
            d->shuffled[j] = kept;
        }
}

/* Estimates p. It stops when so many permutations are as clear that p is too large anyway (Besag
 * and Clifford 1991). */
static double permutation_test(struct division *d, double observed, const struct change_test *test)
{
    const double rounding = 1e-9;
    uint64_t clear = 1, tried = 1;
    double enough = test->level * ((double)test->permutations + 1);
    while (tried <= test->permutations && (double)clear <= enough) {
        shuffle(d, tried++);
        clear += best_of_all(d, d->shuffled).statistic >= observed * (1 - rounding);
    }
    return (double)clear / (double)tried;
}

static void division_insert(struct division *d, struct change_point change)
{
    size_t k = d->nsegments++;
    for (; d->start[k] > change.at; k--) {
        d->start[k + 1] = d->start[k];
        d->change[k + 1] = d->change[k];
    }
    d->start[k + 1] = change.at;
    d->change[k + 1] = change;
}

/* Start of the segment that a split divides. */
static size_t segment_start(const struct division *d, const struct split *split)
{
    size_t start = 0;
    for (size_t k = 0; k < d->nsegments; k++)
        if (d->start[k] < split->at) start = d->start[k];
    return start;
}

/* Tests a step near the split, in its segment up to the end of the split. */
static double split_against_dependence(const struct division *d, const struct split *split)
{
    const size_t start = segment_start(d, split), count = split->end - start;
    return fmin(1, (double)count * step_against_dependence(count, d->value + start,
                                                           split->at - start, MOST_NEAR));
}

/* Sets *p to that of the two sides' ranks, for all places where the split could be. */
static enum status rank_p(const struct division *d, const struct split *split, double *p)
{
    const size_t start = segment_start(d, split);
    struct rank_test ranks;
    MUST(mann_whitney(split->at - start, d->value + start, split->end - split->at,
                      d->value + split->at, &ranks));
    *p = fmin(1, 2 * fmin(ranks.greater, ranks.less) * (double)(split->end - start));
    return OK;
}

/* Returns whether the distances are so far below the size of the values that they are rounding
 * errors. */
static bool is_rounding(const struct division *d, double statistic)
{
    double greatest = 0;
    for (size_t i = 0; i < d->count; i++) greatest = fmax(greatest, fabs(d->value[i]));
    return statistic <= 1e-12 * greatest * (double)d->count;
}

static enum status division_refine(struct division *d, const struct change_test *test)
{
    for (;;) {
        struct split split = best_of_all(d, d->value);
        if (is_rounding(d, split.statistic)) return OK;
        struct change_point change = {.at = split.at, .p = 1};
        if (test->dependent > 0) {
            change.against_dependence = split_against_dependence(d, &split);
            if (change.against_dependence > test->dependent) return OK;
            MUST(rank_p(d, &split, &change.p));
        }
        if (change.p > CLEAR * test->level) {
            memcpy(d->shuffled, d->value, d->count * sizeof *d->value);
            change.p = permutation_test(d, split.statistic, test);
        }
        if (change.p > test->level) return OK;
        division_insert(d, change);
    }
}

static enum status division_make(size_t count, const double *values, struct division *out)
{
    *out = (struct division){.count = count, .nsegments = 1};
    MUST(allocate(count, sizeof *out->value, "a series", &out->value));
    MUST(allocate(count, sizeof *out->shuffled, "a shuffled series", &out->shuffled));
    MUST(allocate(count, sizeof *out->left, "distances", &out->left));
    MUST(allocate(count, sizeof *out->distance, "distances", &out->distance));
    MUST(allocate(count + 1, sizeof *out->inverse, "inverses", &out->inverse));
    MUST(allocate(count + 2, sizeof *out->start, "change points", &out->start));
    MUST(allocate(count + 2, sizeof *out->change, "change points", &out->change));
    memcpy(out->value, values, count * sizeof *values);
    for (size_t k = 1; k <= count; k++) out->inverse[k] = 1 / (double)k;
    out->start[0] = 0;
    out->start[1] = count;
    return OK;
}

static void division_free(struct division *d)
{
    free(d->value);
    free(d->shuffled);
    free(d->left);
    free(d->distance);
    free(d->inverse);
    free(d->start);
    free(d->change);
}

enum status change_points_find(size_t count, const double *values, const struct change_test *test,
                               struct change_point **out, size_t *nchanges)
{
    enum status status = OK;
    struct division d = {0};
    *out = NULL;
    *nchanges = 0;
    if (count < 2 * CHANGE_SEGMENT) return OK;
    TRY(division_make(count, values, &d));
    TRY(division_refine(&d, test));
    if (d.nsegments == 1) goto out;
    TRY(allocate(d.nsegments - 1, sizeof **out, "change points", out));
    *nchanges = d.nsegments - 1;
    memcpy(*out, d.change + 1, *nchanges * sizeof **out);
out:
    division_free(&d);
    return status;
}

enum status split_find(size_t count, const double *values, struct split *out)
{
    struct division d;
    enum status status = division_make(count, values, &d);
    if (status == OK) *out = best_of_all(&d, d.value);
    division_free(&d);
    return status;
}

/* Few values have few orders. With m values on each side and no noise, 2 of the (2m choose m)
 * orders are as clear as the given one. With noise, tests/analysis/statistics/test_change_points.c
 * counts how often a change is found. */
double change_points_needed(double level, double deviation, double change)
{
    double least = 0, ways = 1;
    for (int m = 1; least == 0; m++) {
        ways *= (double)(2 * (2 * m - 1)) / m;
        if (2 / ways <= level) least = 2 * m;
    }
    const double noise = deviation / change;
    return ceil(fmax(least, SPLIT_NOISE * noise * noise));
}

enum status change_points_deviation(size_t count, const double *values, double *out)
{
    double *step;
    *out = NAN;
    if (count < 3) return OK;
    MUST(allocate(count - 1, sizeof *step, "steps", &step));
    for (size_t k = 0; k + 1 < count; k++) step[k] = fabs(values[k + 1] - values[k]);
    *out = 1.4826 * sort_to_median(count - 1, step) / sqrt(2);
    free(step);
    return OK;
}
