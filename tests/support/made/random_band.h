/* Matrices whose entries lie at a few offsets from the diagonal. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/sparse/csr.h"

enum { BAND_OFFSETS = 12 };

/* Runs of rows of a kind, or the kinds in turn (longest_run 0); about three quarters of the offsets
 * in each kind, as far as they lie in the matrix; count is at most BAND_OFFSETS. Draws from the
 * seed (tests/support/seed.h). Aborts when memory is short. */
struct matrix random_band(uint32_t n, const int32_t *offset, size_t count, uint32_t kinds,
                          uint32_t longest_run);
