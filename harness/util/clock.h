/* The host's clock. */
#pragma once

/* Seconds since some fixed moment, never going back; about 30 ns resolution. */
double clock_now(void);

/* Of clock_now(), from a million readings: *resolution the least step that was seen, *overhead the
 * time of one reading; s. */
void clock_quality(double *resolution, double *overhead);
