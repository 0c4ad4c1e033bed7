/* What stands for a whole number that is not known: in results, journals and listings. */
#ifndef WARPMARK_HARNESS_UTIL_MISSING_H
#define WARPMARK_HARNESS_UTIL_MISSING_H

#include <stdint.h>

#define MISSING UINT64_MAX

#endif
