/* Finds where along an axis two variants change places: the point to measure next, and the crossing
 * with its interval. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/resample.h"

/* Measurements of both variants at one place of the axis. */
struct crossover_point {
    double x;                    /* above 0 */
    const struct timings *a, *b; /* borrowed; at least one sample each, all above 0 */
};

struct crossing {
    bool found;         /* one variant is surely faster at one point, and the other one at a later
                           point */
    bool a_first;       /* a is the one that is faster below the crossing */
    double at;          /* place where their medians are equal */
    double low, high;   /* 95 % interval; 0 or INFINITY if it has no end */
    size_t left, right; /* the sure points on either side */
    size_t sure_a, sure_b; /* number of points where a, and b, is surely faster */
    size_t others;         /* further pairs of sure points between which they change places */
};

struct crossover_search {
    double tolerance; /* done when high / low <= 1 + tolerance */
    bool whole;       /* the axis has whole numbers only */
    size_t most;      /* most points to measure */
    double floor;     /* noise floor of the machine: share of the time; NaN: unknown */
};

/* Looks for the first crossing among count points with ascending x, all different. Points where
 * neither variant is surely faster do not bound it; that needs a ratio other than 1 by a test at
 * 5 % over all `most` points together, and at least FEWEST_BLOCKS samples of each. (At 5 % each, a
 * point on the wrong side would too often bound the crossing.) All errors hold for other processes:
 * the levels of processes (levels.h) come from all points that have several of both variants, and
 * from the noise floor; if neither says anything of levels, no point is sure. Between the bounds
 * the logarithm of the ratio is fitted by a line over that of the axis, by least squares, and again
 * after ratios were drawn from their errors. Where the points are farther from the line than these
 * errors explain, as the number of iterations changes in steps, all errors count as so much larger.
 * *next: place to measure both variants next, the middle (by logarithm) of the widest gap that the
 * interval touches. It is NAN if nothing was found; if there are `most` points; if the interval is
 * narrow enough, and so are the gaps, (1 + tolerance)^2 at most; or if the gaps are too narrow to
 * tell more, 1 + tolerance / 2. Errors: ERROR_HOST_MEMORY. */
enum status crossover_fit(size_t count, const struct crossover_point *points,
                          const struct crossover_search *search, struct crossing *out,
                          double *next);
