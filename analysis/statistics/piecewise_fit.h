/* Describes a series by stretches at one level, or on one slope, with changes between them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/change_points.h"
#include "base/status.h"

/* Values first .. end - 1. Value i of a stretch is about level + slope * (i - first). */
struct stretch {
    size_t first, end;
    double level, slope; /* slope 0: level is the median; else they are the line of trend.h */
    double p;            /* p of the change at first; 1 for the first stretch */
    double trend_p;      /* Mann and Kendall's; 1 if there are fewer than TREND_LEAST values, or if
                            the test of dependence alone says that there is no trend */
    double against_dependence, trend_against_dependence; /* p-values of the change and the trend in
                            dependent values; 0 if test->dependent is 0 */
};

/* Least number of values that can show a drift. */
enum { TREND_LEAST = 8 };

/* Cuts count >= 1 finite values at their change points. Neighbouring stretches become one slope if
 * a line describes their values better than their levels do (Schwarz's criterion), because
 * E-divisive takes a slow drift for steps. A single stretch gets a slope if its trend has p <=
 * test->level, and also against dependence if the test says so. *out is new. */
enum status piecewise_fit(size_t count, const double *values, const struct change_test *test,
                          struct stretch **out, size_t *nstretches);

/* Difference of level at the start of a stretch: its line there minus the end of the one before. */
double stretch_step(const struct stretch *before, const struct stretch *stretch);

/* Rise of the line from the first value of the stretch to its last; 0 if it has no slope. */
double stretch_rise(const struct stretch *stretch);
