/* Levels of processes, and intervals that hold for the next process.
 *
 * The logarithm of a time is the sum of what the case takes, a level of the process (placement of
 * memory, clocks, neighbours), and the noise of the sample. More samples of one process say nothing
 * of its level; only other processes do. A case with a few processes knows little of the variance
 * of its levels, but levels are mostly the machine's. So that variance is moderated by those of all
 * cases (Smyth, Linear models and empirical Bayes methods, 2004): variances of cases scatter around
 * a common one, which counts like so many further degrees of freedom as they scatter little. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/resample.h"

enum {
    LEAST_FREEDOM = 4, /* with fewer an interval would rest on the normal distribution alone */
    FLOOR_FREEDOM = 8 /* of the noise floor: its two solves are not the cases that it is used for */
};

/* What the processes of one side of a case say. */
struct process_levels {
    size_t count;           /* processes */
    double mean, low, high; /* of the logarithms of their medians */
    double squares;         /* sum of squares of the distances from that mean */
    double within; /* variance of one such logarithm by the samples alone, mean over processes */
};

/* Finds them; each process has at least one sample, all above 0. Errors: ERROR_HOST_MEMORY. */
enum status process_levels_find(const struct timings *timings, struct process_levels *out);

/* A variance that was seen between processes' medians, with its degrees of freedom, and the part of
 * it that samples explain. */
struct level_part {
    double variance, freedom, within;
};

/* Variance of levels. freedom: how little those of cases scatter around it, in degrees of freedom;
 * 0: unknown. seen: those of all parts together, the most that an interval may claim. */
struct level_variance {
    double variance, freedom, seen;
};

/* The part that both sides of a case, or only one (b is NULL), have; its freedom may be 0. */
struct level_part level_part_of(const struct process_levels *a, const struct process_levels *b);

/* What the processes of two cases say of the ratio of their times. */
struct ratio_levels {
    struct ratio range; /* b over a: of the means over processes, and the least and greatest of two
                           single processes */
    struct level_part part;
    double share; /* variance of the ratio's logarithm for a level's variance of 1 */
    bool several; /* both have several processes, which alone give the interval; else it needs that
                     of the samples, so that part.within is 0 */
};

/* Finds it; each process has at least one sample, all above 0. Errors: ERROR_HOST_MEMORY. */
enum status ratio_levels_find(const struct timings *a, const struct timings *b,
                              struct ratio_levels *out);

/* The part of a noise floor, below which 99 % of the differences of two processes stayed. */
struct level_part level_part_of_floor(double floor);

/* Fits the common variance of levels, and how little those of the parts scatter around it, by
 * maximum likelihood; its freedom is at most the sum of the parts'. Parts with freedom 0 do not
 * count. */
struct level_variance levels_fit(size_t count, const struct level_part *parts);

/* Variance of one process's median in a case: its own, moderated by that of all; at least what its
 * samples explain. freedom: of Student's t for it; 0: unknown, as it would be below LEAST_FREEDOM.
 */
struct level_variance levels_moderated(const struct level_variance *all,
                                       const struct level_part *own);

/* Half the width of the 95 % interval of a sum to which such variances add `share` times. */
double levels_reach(const struct level_variance *its, double share);
