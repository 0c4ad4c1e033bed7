/* The host's clock. */
#pragma once

/* Seconds since some fixed moment, never going back; about 30 ns resolution. */
double clock_now(void);

/* Measures clock_now() with a million readings: *resolution is the smallest step seen, *overhead
 * the time of one reading; both in s. */
void clock_quality(double *resolution, double *overhead);
