/* Division of the rows of a matrix into contiguous parts, one per card, and the entries of x that a
 * part reads from the others. */
#pragma once

#include <stdint.h>

#include "base/sparse/csr.h"

/* Returns the first row of part k of `parts` equal parts; n for k = parts. Their lengths differ by
 * at most one row, and may be zero. */
static inline uint64_t part_start(uint64_t n, int parts, int k)
{
    return n / (unsigned)parts * (unsigned)k + n % (unsigned)parts * (unsigned)k / (unsigned)parts;
}

/* *out (new, *count elements) = the columns outside of first .. end - 1 in which rows first .. end
 * - 1 of a have entries, ascending, each once. Errors: ERROR_HOST_MEMORY. */
enum status halo_build(const struct matrix *a, uint64_t first, uint64_t end, uint64_t **out,
                       uint64_t *count);
