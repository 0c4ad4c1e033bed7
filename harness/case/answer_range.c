#include "harness/case/answer_range.h"

#include <math.h>

static double excess_of(enum answer_range range, double x)
{
    if (range == RANGE_PROBABILITY && x > 1) return x - 1;
    return x < 0 ? -x : 0;
}

double answer_range_excess(const struct problem *problem, const double *x, uint32_t *row)
{
    const enum answer_range range = problem->range;
    double most = 0, size = 0;
    for (uint32_t i = 0; range != RANGE_ANY && i < problem->system.a.off.n; i++) {
        double excess = excess_of(range, x[i]);
        size = fmax(size, fabs(x[i]));
        if (!(excess > most)) continue;
        most = excess;
        *row = i;
    }
    return range == RANGE_NOT_NEGATIVE && most > 0 ? most / size : most;
}
