#include "analysis/compare/together.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/live_looks.h"
#include "base/memory.h"

static enum status add_rounds_of(const struct compared_case *c, double *ratio, size_t *cases)
{
    enum status status = OK;
    struct timings timings[NSIDES] = {{0}, {0}};
    for (int side = 0; side < NSIDES; side++) TRY(turn_timings(c, side, &timings[side]));
    if (timings[BASE].nprocesses != timings[FRESH].nprocesses ||
        timings[BASE].nprocesses != c->live)
        goto out;
    TRY(live_ratios(timings, ratio));
    for (size_t k = 0; k < c->live; k++) cases[k]++;
out:
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
    size_t with_rounds = 0, most = 0, count = 0, *cases = NULL;
    double *ratio = NULL;
    *p = NAN;
    for (size_t k = 0; k < comparison->count; k++) {
        const struct compared_case *c = &comparison->cases[k];
        if (!has_rounds(c)) continue;
        with_rounds++;
        if (c->live > most) most = c->live;
    }
    if (with_rounds < 2) return OK;
    TRY(allocate_zeroed(most, sizeof *ratio, "the rounds of all cases", &ratio));
    TRY(allocate_zeroed(most, sizeof *cases, "the rounds of all cases", &cases));
    for (size_t k = 0; k < comparison->count; k++)
        if (has_rounds(&comparison->cases[k]))
            TRY(add_rounds_of(&comparison->cases[k], ratio, cases));
    for (; count < most && cases[count]; count++) ratio[count] /= (double)cases[count];
    if (count) status = live_rounds_test(count, ratio, log1p(comparison->margin), p);
out:
    free(ratio);
    free(cases);
    return status;
}
