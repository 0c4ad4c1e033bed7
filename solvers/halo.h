/* The rows of a matrix in equal, contiguous parts, one a card, and the entries of x that a part
 * reads from the others. */
#pragma once

#include <stdint.h>

#include "base/sparse/csr.h"

/* The first row of part k of `parts`; n for k = parts. Parts differ by one row at most, and may
 * have none. */
static inline uint32_t part_start(uint32_t n, int parts, int k)
{
    return (uint32_t)((uint64_t)n * (unsigned)k / (unsigned)parts);
}

/* *out (new, *count elements) = the columns outside of first .. end - 1 that rows first .. end - 1
 * of a have entries in, ascending, each once. Errors: ERROR_HOST_MEMORY. */
enum status halo_build(const struct matrix *a, uint32_t first, uint32_t end, uint32_t **out,
                       uint32_t *count);
