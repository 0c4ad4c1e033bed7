#include "prove/averages.h"

#include <float.h>
#include <math.h>

/* One class: the average is off by at most half the distance times what rewards differ by. */
static struct interval average_of_class(const struct problem *problem, const double *x,
                                        uint32_t class, double distance)
{
    const struct steady_value *steady = &problem->steady;
    long double mass = 0, sum = 0, size = 0;
    double most = -INFINITY, least = INFINITY;
    uint64_t count = 0;
    for (uint32_t i = 0; i < problem->system.a.off.n; i++) {
        if (steady->class_of[i] != class) continue;
        const double reward = steady->weight[i];
        mass += x[i];
        sum += (long double)reward * x[i];
        size += fabsl(x[i]);
        most = fmax(most, reward);
        least = fmin(least, reward);
        count++;
    }
    const long double spread = (long double)most - least, greatest = fmax(fabs(most), fabs(least)),
                      share = problem->proof.reading.constant, parts = size / mass,
                      rounded = LDBL_EPSILON * (6 * count + 8) * greatest * parts * (1 + parts),
                      error = 0.5L * distance * spread + share * greatest + rounded, g = sum / mass;
    const struct interval range = {certify_down(least - share * fabs(least)),
                                   certify_up(most + share * fabs(most))};
    if (spread == 0 && share * greatest == 0) return (struct interval){least, most};
    if (!(mass > 0) || !isfinite(error)) return range;
    return interval_meet((struct interval){certify_down(g - error), certify_up(g + error)}, range);
}

void averages_of_answer(const struct problem *problem, const double *x, const double *distance,
                        struct interval *average)
{
    for (uint32_t c = 0; c < problem->steady.nclasses; c++)
        average[c] = problem->steady.probability[c] > 0
                         ? average_of_class(problem, x, c, distance[c])
                         : (struct interval){0, 0};
}
