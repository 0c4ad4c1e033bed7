/* The host's clock. */
#pragma once

/* Time in s since some fixed moment. It never goes back; its resolution is about 30 ns. */
double clock_now(void);

/* Measures clock_now() with a million readings: *resolution is the smallest step seen, *overhead
 * the time of one reading; both in s. */
void clock_quality(double *resolution, double *overhead);
