/* Tests a change of a series against the dependence of its values.
 *
 * The values are a mean and noise u, where u[t] = phi u[t - 1] + e[t] (an autoregression, AR(1)).
 * The change is a step or a straight drift. Its size and the mean are fitted by generalised least
 * squares (Prais and Winsten 1954), with phi free in [0, 1] both with the change and without it. So
 * noise of any such phi, up to a random walk (phi = 1), has its chance to explain the series. For
 * phi = 1 the standard error of a step is that of a single jump. A fitted phi is too small in short
 * series (Kendall 1954), but here the fit without a change takes the largest phi that it needs. */
#pragma once

#include <stddef.h>

/* Returns the p-value of a step before values[at], 0 < at < count, from the ratio of the two sums
 * of squares (normal approximation of Student's t: Wallace 1959); 1 for fewer than 5 values. */
double step_against_dependence(size_t count, const double *values, size_t at);

/* The same for a drift through all values. */
double drift_against_dependence(size_t count, const double *values);
