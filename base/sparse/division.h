/* Divides rows into contiguous parts of about the same number of bytes. */
#pragma once

#include <stdint.h>

/* An entry takes 12 B in f64. The other data of a row (its start, its diagonal, and its numbers in
 * five or six vectors) take as much as five entries. */
enum { ENTRY_BYTES = 12, ROW_ENTRIES = 5 };

static inline uint64_t rows_bytes(uint64_t rows, uint64_t entries)
{
    return ENTRY_BYTES * (ROW_ENTRIES * rows + entries);
}

/* First row of part k of `parts`: the first one before which there is at least the share k / parts
 * of all bytes; n for k = parts. row[i]: number of entries before row i. So each part has its share
 * except for the bytes of one row, and may be empty. */
uint32_t division_start(const uint64_t *row, uint32_t n, int parts, int k);
