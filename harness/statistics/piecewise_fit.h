/* The course of a series: stretches at one level, or on one slope, with changes between them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/statistics/change_points.h"

/* Values first .. end - 1. Value i of a stretch is about level + slope * (i - first). */
struct stretch {
    size_t first, end;
    double level, slope; /* slope 0: level is the median; else the line of trend.h */
    double p;            /* of the change at first; 1 for the first stretch */
    double trend_p;      /* Mann and Kendall's; 1 where there are fewer than TREND_LEAST values */
};

/* Fewer values show no drift. */
enum { TREND_LEAST = 8 };

/* Cuts count >= 1 finite values at their change points. Neighbouring stretches become one slope
 * where a line describes their values better than their levels do (Schwarz's criterion), for
 * E-divisive takes a slow drift for steps. Else a stretch is sloped where its trend has p <=
 * test->level. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status piecewise_fit(size_t count, const double *values, const struct change_test *test,
                          struct stretch **out, size_t *nstretches);

/* How much higher the values lie after the stretch began, at its start: its line there less the end
 * of the one before. */
double stretch_step(const struct stretch *before, const struct stretch *stretch);

/* How much the line rises from the first value of the stretch to its last; 0 where it has no
 * slope. */
double stretch_rise(const struct stretch *stretch);
