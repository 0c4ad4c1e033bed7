/* What stands for a whole number that is not known: in results, journals and listings. */
#pragma once

#include <stdint.h>

#define MISSING UINT64_MAX
