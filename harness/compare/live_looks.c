#include "harness/compare/live_looks.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "harness/statistics/signed_rank.h"

const size_t live_looks[LIVE_LOOKS] = {6, 12, 18, 27, 40};

double live_share(size_t look)
{
    return ldexp(0.5, -(int)look);
}

enum status live_rounds_test(size_t count, const double *ratio, double margin, double *p)
{
    enum status status = OK;
    double *mirrored;
    size_t rounds = 0;
    *p = 1;
    MUST(allocate(count, sizeof *mirrored, "a test", &mirrored));
    for (size_t k = 0; k < count; k++) mirrored[k] = -ratio[k];
    for (size_t look = 1; look < LIVE_LOOKS && rounds < count; look++) {
        double above, below;
        rounds = count < live_looks[look] ? count : live_looks[look];
        TRY(signed_rank_above(rounds, ratio, margin, &above));
        TRY(signed_rank_above(rounds, mirrored, margin, &below));
        *p = fmin(*p, 2 * fmin(above, below) / live_share(look));
    }
out:
    free(mirrored);
    return status;
}
