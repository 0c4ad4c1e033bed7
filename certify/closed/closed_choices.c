#include "base/team.h"
#include "certify/check.h"
#include "certify/closed/choice_check.h"
#include "certify/nearest.h"

bool certify_closed_choices(const struct closed_rows *closed, double *drift)
{
    double least = INFINITY;
    int bad = 0;
#pragma omp parallel if (team_once(closed->n))
    {
        TO_NEAREST;
#pragma omp for schedule(static) reduction(min : least) reduction(| : bad)
        for (uint64_t i = 0; i < closed->n; i++) bad |= !weights_hold(closed, i, &least);
    }
    *drift = least;
    return !bad && closed_starts_well(closed);
}

bool closed_starts_well(const struct closed_rows *closed)
{
    return closed->process.initial < closed->n &&
           read_state(closed, closed->process.initial, false).reached;
}

struct bound certify_closed_distance(const struct closed_rows *closed, double drift,
                                     const double *answer)
{
    double below = 0, above = 0;
    drift = settled(drift);
#pragma omp parallel if (team_once(closed->n))
    {
        TO_NEAREST;
#pragma omp for schedule(static) reduction(max : below, above)
        for (uint64_t i = 0; i < closed->n; i++) {
            struct bound bound;
            choices_distance(closed, drift, answer, i, &bound.below, &bound.above);
            below = fmax(below, bound.below);
            above = fmax(above, bound.above);
        }
    }
    return (struct bound){below, above};
}
