#include "analysis/compare/live_looks.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/signed_rank.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"

const size_t live_looks[LIVE_LOOKS] = {FEWEST_BLOCKS, 12, 18, 27, 40};

double live_share(size_t look)
{
    return ldexp(0.5, -(int)look);
}

enum status live_rounds_test(size_t count, const double *ratio, double margin, double *p)
{
    size_t rounds = 0;
    *p = 1;
    for (size_t look = 1; look < LIVE_LOOKS && rounds < count; look++) {
        double beyond;
        rounds = count < live_looks[look] ? count : live_looks[look];
        MUST(signed_rank_beyond(rounds, ratio, margin, &beyond));
        *p = fmin(*p, beyond / live_share(look));
    }
    return OK;
}

static enum status round_median(const struct timings *t, size_t round, double *out)
{
    const size_t first = t->block[t->process[round]];
    double *sorted;
    MUST(sorted_copy(t->block[t->process[round + 1]] - first, t->value + first, &sorted));
    *out = sorted_quantile(t->block[t->process[round + 1]] - first, sorted, 0.5);
    free(sorted);
    return OK;
}

enum status live_ratios(const struct timings timings[NSIDES], double *ratio)
{
    for (size_t k = 0; k < timings[BASE].nprocesses; k++) {
        double median[NSIDES];
        for (int side = 0; side < NSIDES; side++)
            MUST(round_median(&timings[side], k, &median[side]));
        ratio[k] += log(median[FRESH] / median[BASE]);
    }
    return OK;
}

enum status live_test(const struct timings timings[NSIDES], double margin, double *p)
{
    enum status status = OK;
    const size_t count = timings[BASE].nprocesses;
    double *ratio = NULL;
    TRY(allocate_zeroed(count, sizeof *ratio, "a test", &ratio));
    TRY(live_ratios(timings, ratio));
    status = live_rounds_test(count, ratio, log1p(margin), p);
out:
    free(ratio);
    return status;
}

enum status live_level(struct timings timings[NSIDES])
{
    for (size_t round = 0; round < timings[BASE].nprocesses; round++) {
        double level = 1;
        for (int side = 0; side < NSIDES; side++) {
            double median;
            MUST(round_median(&timings[side], round, &median));
            level *= sqrt(median);
        }
        for (int side = 0; side < NSIDES; side++) {
            const struct timings *t = &timings[side];
            for (size_t k = t->block[t->process[round]]; k < t->block[t->process[round + 1]]; k++)
                t->value[k] /= level;
        }
    }
    return OK;
}
