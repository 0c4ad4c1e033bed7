/* Value that stands for an unknown whole number in results, journals and listings. */
#pragma once

#include <stdint.h>

#define MISSING UINT64_MAX
