/* Rows in contiguous parts that take about as many bytes. */
#pragma once

#include <stdint.h>

/* An entry takes 12 B in f64. What a row takes beside its entries, its place among them, its
 * diagonal and numbers of five or six vectors, is as much as five entries. */
enum { ENTRY_BYTES = 12, ROW_ENTRIES = 5 };

static inline uint64_t rows_bytes(uint64_t rows, uint64_t entries)
{
    return ENTRY_BYTES * (ROW_ENTRIES * rows + entries);
}

/* The first row of part k of `parts`: the first one before which there is that share k / parts of
 * all bytes; n for k = parts. row[i]: entries before row i. So a part has its share but for the
 * bytes of one row, and may have no row. */
uint32_t division_start(const uint64_t *row, uint32_t n, int parts, int k);
