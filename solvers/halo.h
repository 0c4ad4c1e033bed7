/* The rows of a matrix in contiguous parts, one a card, and the entries of x that a part reads from
 * the others. */
#pragma once

#include <stdint.h>

#include "base/sparse/csr.h"

/* The first row of part k of `parts` equal ones; n for k = parts. They differ by one row at most,
 * and may have none. */
static inline uint64_t part_start(uint64_t n, int parts, int k)
{
    return n / (unsigned)parts * (unsigned)k + n % (unsigned)parts * (unsigned)k / (unsigned)parts;
}

/* *out (new, *count elements) = the columns outside of first .. end - 1 that rows first .. end - 1
 * of a have entries in, ascending, each once. Errors: ERROR_HOST_MEMORY. */
enum status halo_build(const struct matrix *a, uint64_t first, uint64_t end, uint64_t **out,
                       uint64_t *count);
