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
    double low, high;   /* 95 % percentile interval; 0 or INFINITY if it has no end */
    size_t left, right; /* the sure points on either side */
    size_t sure_a, sure_b; /* number of points where a, and b, is surely faster */
    size_t others;         /* further pairs of sure points between which they change places */
};

struct crossover_search {
    double tolerance; /* done when high / low <= 1 + tolerance */
    bool whole;       /* the axis has whole numbers only */
    size_t most;      /* most points to measure */
};

/* Looks for the first crossing among count points with ascending x, all different. Points where
 * neither variant is surely faster do not bound it; that needs a 95 % bootstrap interval of the
 * ratio on one side of 1, and at least FEWEST_BLOCKS blocks of each. Between the bounds the
 * logarithm of the ratio is fitted by a line over that of the axis, by least squares, in each
 * resample, too. *next: place to measure both variants next, the middle (by logarithm) of the
 * widest gap that the interval touches. It is NAN if nothing was found; if there are `most` points;
 * if the interval is narrow enough, and so are the gaps, (1 + tolerance)^2 at most; or if the gaps
 * are too narrow to tell more, 1 + tolerance / 2. Errors: ERROR_HOST_MEMORY. */
enum status crossover_fit(size_t count, const struct crossover_point *points,
                          const struct crossover_search *search, struct crossing *out,
                          double *next);
