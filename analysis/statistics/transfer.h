/* Predicts where two variants change places if a solve takes
 *     iterations * (latency + traffic / bandwidth)
 * seconds. The prediction is shown beside the crossover that was measured. */
#pragma once

#include <stddef.h>

/* One variant's solve at one point of the axis. */
struct transfer_solve {
    double iterations; /* at least 1 */
    double traffic;    /* B in an iteration */
    double seconds;    /* above 0 */
};

struct transfer_point {
    double x;                       /* above 0; first, for compare_doubles */
    struct transfer_solve solve[2]; /* of a and of b */
};

enum transfer_end {
    TRANSFER_PREDICTED,
    TRANSFER_FEW_POINTS, /* no end of the range is away from the crossover */
    TRANSFER_NEGATIVE,   /* a latency is negative: sweeps at the ends are faster than the bandwidth
                            allows */
    TRANSFER_A_FASTER,   /* a is predicted to be faster at every point */
    TRANSFER_B_FASTER,
    TRANSFER_OTHER_WAY /* the prediction has the other variant as the faster one below */
};

/* The crossover that was measured. */
struct transfer_measured {
    double low, high; /* its interval, or twice its place; NaN: none was found */
    int below;        /* which variant is faster below: 0, 1; -1: none was found */
};

struct transfer {
    enum transfer_end end;
    double latency[2]; /* s; NaN with too few points */
    double at;         /* NaN without a prediction */
};

/* Fits a latency for each variant to the first and the last of count points with ascending x, all
 * different, by least squares of the relative errors. Neither point may be next to the crossover or
 * in its interval, because then the prediction would know the answer. Then looks for the first
 * place where the predicted times are equal and the variant `below` is faster below (-1: either).
 * Between points the traffic is a linear function of x, and the logarithm of the iterations one of
 * the logarithm of x. bandwidth: B/s for a and for b, above 0. */
struct transfer transfer_predict(size_t count, const struct transfer_point *points,
                                 const double *bandwidth, struct transfer_measured measured);
