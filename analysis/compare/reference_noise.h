/* What the times of the reference solve (harness/case/reference_solve.h) in results files say about
 * the speed of their machines. */
#pragma once

#include "store/results.h"

/* Range of the times in a file: four of five readings are between *low and *high; NaN if there are
 * none. Errors: ERROR_HOST_MEMORY. */
enum status reference_range(const struct results *results, double *low, double *high);

/* Sets *out to the share by which 99 % of all pairs of a reading of one file and one of the other
 * differ at most; NaN if a file has none. Errors: ERROR_HOST_MEMORY. */
enum status reference_noise(const struct results *base, const struct results *fresh, double *out);
