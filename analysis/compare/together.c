#include "analysis/compare/together.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/live_looks.h"
#include "analysis/statistics/signed_rank.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* Sums of weighted logarithms of ratios, and of weights, for each round. */
struct rounds {
    double *sum, *weight;
};

/* Adds the rounds of a case. The more they differ from each other, the less it counts: its weight
 * is one over the square of the range between their quartiles. */
static enum status add_rounds_of(const struct compared_case *c, struct rounds *out)
{
    enum status status = OK;
    struct timings timings[NSIDES] = {{0}, {0}};
    double *ratio = NULL, *sorted = NULL;
    for (int side = 0; side < NSIDES; side++) TRY(turn_timings(c, side, &timings[side]));
    const size_t count = timings[BASE].nprocesses;
    if (count < 2 || count != timings[FRESH].nprocesses || count != c->live) goto out;
    TRY(allocate_zeroed(count, sizeof *ratio, "the rounds of a case", &ratio));
    TRY(live_ratios(timings, ratio));
    TRY(sorted_copy(count, ratio, &sorted));
    const double range =
        sorted_quantile(count, sorted, 0.75) - sorted_quantile(count, sorted, 0.25);
    for (size_t k = 0; k < count && range > 0; k++) {
        out->sum[k] += ratio[k] / (range * range);
        out->weight[k] += 1 / (range * range);
    }
out:
    free(ratio);
    free(sorted);
    for (int side = 0; side < NSIDES; side++) timings_free(&timings[side]);
    return status;
}

static bool has_rounds(const struct compared_case *c)
{
    return c->live > 0 && !c->same_code && !isnan(c->ratio.ratio);
}

enum status together_test(const struct comparison *comparison, double *p)
{
    enum status status = OK;
    size_t with_rounds = 0, most = 0, count = 0;
    struct rounds rounds = {NULL, NULL};
    *p = NAN;
    for (size_t k = 0; k < comparison->count; k++) {
        const struct compared_case *c = &comparison->cases[k];
        if (!has_rounds(c)) continue;
        with_rounds++;
        if (c->live > most) most = c->live;
    }
    if (with_rounds < 2) return OK;
    TRY(allocate_zeroed(most, sizeof *rounds.sum, "the rounds of all cases", &rounds.sum));
    TRY(allocate_zeroed(most, sizeof *rounds.weight, "the rounds of all cases", &rounds.weight));
    for (size_t k = 0; k < comparison->count; k++)
        if (has_rounds(&comparison->cases[k])) TRY(add_rounds_of(&comparison->cases[k], &rounds));
    for (; count < most && rounds.weight[count] > 0; count++)
        rounds.sum[count] /= rounds.weight[count];
    if (count) status = signed_rank_beyond(count, rounds.sum, log1p(comparison->margin), p);
out:
    free(rounds.sum);
    free(rounds.weight);
    return status;
}
