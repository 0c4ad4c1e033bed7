#include "analysis/statistics/transfer.h"

#include <math.h>
#include <stdbool.h>

/* Returns whether the ends are away from the crossover: they do not bound it, and are not in its
 * interval. */
static bool ends_apart(size_t count, const struct transfer_point *points,
                       struct transfer_measured measured)
{
    if (isnan(measured.low)) return count >= 2;
    return count >= 4 && points[1].x <= measured.low && measured.high <= points[count - 2].x;
}

/* Fits the latency. Each end has the weight 1 / time^2, so that relative errors count. */
static double fit_latency(const struct transfer_point *first, const struct transfer_point *last,
                          int side, double bandwidth)
{
    const struct transfer_solve *ends[] = {&first->solve[side], &last->solve[side]};
    double sum = 0, weights = 0;
    for (int k = 0; k < 2; k++) {
        const double each = ends[k]->seconds / ends[k]->iterations, weight = 1 / (each * each);
        sum += weight * (each - ends[k]->traffic / bandwidth);
        weights += weight;
    }
    return sum / weights;
}

/* Logarithm of the time between two points. */
static double log_time(const struct transfer_point *p, int side, double x, double latency,
                       double bandwidth)
{
    const struct transfer_solve *left = &p[0].solve[side], *right = &p[1].solve[side];
    const double share = (x - p[0].x) / (p[1].x - p[0].x),
                 log_share = log(x / p[0].x) / log(p[1].x / p[0].x),
                 traffic = left->traffic + share * (right->traffic - left->traffic);
    return log(left->iterations) + log_share * log(right->iterations / left->iterations) +
           log(latency + traffic / bandwidth);
}

/* Logarithm of the ratio of times, a / b. */
static double log_ratio(const struct transfer_point *p, double x, const double *latency,
                        const double *bandwidth)
{
    return log_time(p, 0, x, latency[0], bandwidth[0]) -
           log_time(p, 1, x, latency[1], bandwidth[1]);
}

/* Finds the place where the times are equal between two points with different signs. */
static double zero_between(const struct transfer_point *p, const double *latency,
                           const double *bandwidth)
{
    double low = p[0].x, high = p[1].x;
    const bool negative = log_ratio(p, low, latency, bandwidth) < 0;
    for (double x = (low + high) / 2; x > low && x < high; x = (low + high) / 2)
        *((log_ratio(p, x, latency, bandwidth) < 0) == negative ? &low : &high) = x;
    return high;
}

struct transfer transfer_predict(size_t count, const struct transfer_point *points,
                                 const double *bandwidth, struct transfer_measured measured)
{
    struct transfer out = {TRANSFER_FEW_POINTS, {NAN, NAN}, NAN};
    size_t faster[2] = {0, 0};
    if (!ends_apart(count, points, measured)) return out;
    for (int side = 0; side < 2; side++)
        out.latency[side] = fit_latency(&points[0], &points[count - 1], side, bandwidth[side]);
    out.end = TRANSFER_NEGATIVE;
    if (out.latency[0] < 0 || out.latency[1] < 0) return out;
    for (size_t k = 0, last = 0; k < count; k++) {
        const struct transfer_point *p = k ? &points[k - 1] : points;
        const size_t best = log_ratio(p, points[k].x, out.latency, bandwidth) >= 0;
        faster[best]++;
        if (k && best != last && measured.below != (int)best) {
            out.end = TRANSFER_PREDICTED;
            out.at = zero_between(p, out.latency, bandwidth);
            return out;
        }
        last = best;
    }
    out.end = faster[0] && faster[1] ? TRANSFER_OTHER_WAY
              : faster[0]            ? TRANSFER_A_FASTER
                                     : TRANSFER_B_FASTER;
    return out;
}
