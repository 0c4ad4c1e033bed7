/* Change points: where the level of a series of numbers changes, by E-divisive (Matteson and James,
 * A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, JASA 109, 2014,
 * section 3, with exponent 1), which assumes nothing about the distribution. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct change_point {
    size_t at; /* first value of the new level */
    double p;  /* share of the permutations that divide at least as clearly, the series itself
                  counted among them */
};

struct change_test {
    double level;          /* changes with p <= level are significant */
    uint64_t permutations; /* random ones, always the same for a number of values; 1 / (permutations
                              + 1) bounds p */
};

/* At least so many values stand on either side of a change. */
enum { CHANGE_SEGMENT = 2 };

/* The significant change points of count finite values, ascending: *out (new, NULL for none) and
 * *nchanges. Time: a permutation takes count^2 / 2 steps; a test that fails ends after few. Errors:
 * ERROR_HOST_MEMORY. */
enum status change_points_find(size_t count, const double *values, const struct change_test *test,
                               struct change_point **out, size_t *nchanges);

/* How clearly a split divides values: m n / (m + n) times the energy distance 2 E|X - Y| - E|X -
 * X'| - E|Y - Y'| (Szekely and Rizzo 2013) of the m values before it and the n that follow. */
struct split {
    size_t at, end; /* the values before `at`, and those from there to before `end` */
    double statistic;
};

/* The clearest split of count values, over all `at` and `end` (so that a bump is found, not hidden
 * by what follows it); statistic 0 for too few. Errors: ERROR_HOST_MEMORY. */
enum status split_find(size_t count, const double *values, struct split *out);

/* About how many values are needed to find, nine times of ten, that the level in the middle of them
 * changes by `change`, where they vary by this standard deviation around it; so many at least that
 * a test at this level can find anything. */
double change_points_needed(double level, double deviation, double change);

/* The standard deviation of count values around levels that change now and then, by the median of
 * the steps from one to the next; NaN below three. Errors: ERROR_HOST_MEMORY. */
enum status change_points_deviation(size_t count, const double *values, double *out);
