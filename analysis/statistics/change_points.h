/* Change points: the places where the level of a series of numbers changes. The method is
 * E-divisive (Matteson and James, A Nonparametric Approach for Multiple Change Point Analysis of
 * Multivariate Data, JASA 109, 2014, section 3, with exponent 1), which assumes nothing about the
 * distribution. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct change_point {
    size_t at; /* first value of the new level */
    double p;  /* share of the permutations with a split at least as clear, including the series
                  itself; in dependent values, that of the ranks of both sides (hypothesis.h), for
                  all places where it could be, if that is at most a tenth of the level */
    double against_dependence; /* p-value of the step in dependent values, for all places where it
                                  could be (Bonferroni); 0 if it was not computed */
};

struct change_test {
    double level;          /* changes with p <= level are significant */
    uint64_t permutations; /* number of random ones, the same for each number of values; where they
                              are used, p is at least 1 / (permutations + 1) */
    double dependent;      /* neighbours may depend on each other: a change must also have p <=
                              dependent against that (dependence.h); 0: they do not */
};

/* Least number of values on either side of a change. */
enum { CHANGE_SEGMENT = 2 };

/* Finds the significant change points of count finite values, ascending: *out (new, NULL for none)
 * and *nchanges. Time: a permutation takes count^2 / 2 steps; a test that fails ends after few
 * permutations. Errors: ERROR_HOST_MEMORY. */
enum status change_points_find(size_t count, const double *values, const struct change_test *test,
                               struct change_point **out, size_t *nchanges);

/* How clearly a split divides values: m n / (m + n) times the energy distance 2 E|X - Y| - E|X -
 * X'| - E|Y - Y'| (Szekely and Rizzo 2013) of the m values before it and the n values behind it. */
struct split {
    size_t at, end; /* the values before `at` are compared with those from `at` to before `end` */
    double statistic;
};

/* Finds the clearest split of count values, over all `at` and `end`, so that a short bump is found,
 * too; statistic 0 if there are too few values. Errors: ERROR_HOST_MEMORY. */
enum status split_find(size_t count, const double *values, struct split *out);

/* About how many values are needed to find, nine times of ten, a change of the level by `change` in
 * their middle, if they have this standard deviation around it; at least as many as a test at this
 * level needs to find anything. */
double change_points_needed(double level, double deviation, double change);

/* Standard deviation of count values around levels that change now and then, from the median of the
 * steps between neighbours; NaN for fewer than three. Errors: ERROR_HOST_MEMORY. */
enum status change_points_deviation(size_t count, const double *values, double *out);
