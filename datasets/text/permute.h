/* Moves the entries of a matrix to new positions without a second copy of them. */
#pragma once

#include <stdint.h>

#include "base/status.h"

/* Moves entry k to position[k]. The positions are 0 .. count - 1, each once; they are in order
 * afterwards. Errors: ERROR_INTERRUPTED, with the entries in any order. */
enum status permute(uint64_t count, uint64_t *position, uint32_t *col, double *val);
