/* The host's clock. */
#ifndef WARPMARK_HARNESS_UTIL_CLOCK_H
#define WARPMARK_HARNESS_UTIL_CLOCK_H

/* Seconds since some fixed moment, never going back; about 30 ns resolution. */
double clock_now(void);

#endif
