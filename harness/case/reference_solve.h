/* The control: a small solve that is the same in every run, so that what it takes tells how fast
 * the machine is. By what the controls of two runs differ, all else may differ too
 * (docs/measuring.md). */
#pragma once

#include <stdbool.h>

#include "harness/case/variant.h"
#include "harness/store/results.h"

/* Seconds that it takes now, on one core, out of the caches next to it: the median of some, a
 * millisecond or two in all; times the threads that want to run for each core, where these are more
 * than one. */
double reference_time(void);

/* Returns whether the reference solve tells anything about the times of a variant. It does for
 * variants whose method computes on the processors of the host. */
bool reference_concerns(const struct variant *variant);

/* The times that it took in a file: four of five readings lie between *low and *high; NaN where
 * there are none. Errors: ERROR_HOST_MEMORY. */
enum status reference_range(const struct results *results, double *low, double *high);

/* *out: of all pairs of a control of the one file and one of the other, 99 % differ by this share
 * at most; NaN where a file has none. Errors: ERROR_HOST_MEMORY. */
enum status reference_noise(const struct results *base, const struct results *fresh, double *out);
