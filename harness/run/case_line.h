/* Makes the progress line of a case that has ended. */
#pragma once

#include "harness/case/case.h"

/* Makes "1.48 s ± 2 %, 20 samples, 4,212 iterations", with half the 95 % interval of the median if
 * there are enough samples for one; or "timeout: a solve takes more than 300 s". *out is new.
 * Errors: ERROR_HOST_MEMORY. */
enum status case_line(const struct case_result *ended, char **out);
