/* Tests a change of a series against the dependence of its values.
 *
 * The values are a mean and noise: an autoregression u[t] = phi u[t - 1] + e[t], AR(1), with phi in
 * [0, 1]; or a random walk (phi = 1) seen through independent noise, as a machine that wanders is
 * seen through the noise of a measurement. The change is a step or a straight drift. Its size and
 * the mean are fitted by generalised least squares (a Kalman filter: Harvey 1989, section 3.4),
 * with the kind of noise free both with the change and without it. So noise of any of these kinds
 * has its chance to explain the series. For phi = 1 the standard error of a step is that of a
 * single jump. A fitted phi is too small in short series (Kendall 1954), but here the fit without a
 * change takes the largest phi that it needs. */
#pragma once

#include <stddef.h>

/* A step is tried at most so many values before and after the place. */
enum { MOST_NEAR = 3 };

/* Returns the p-value of a step before values[at], or before one of `near` values around it
 * (near <= MOST_NEAR): of the clearest of them, not adjusted for their number; 0 < at < count. It
 * comes from the ratio of the two sums of squares (normal approximation of Student's t: Wallace
 * 1959); 1 for fewer than 6 values. */
double step_against_dependence(size_t count, const double *values, size_t at, size_t near);

/* The same for a drift through all values. */
double drift_against_dependence(size_t count, const double *values);
