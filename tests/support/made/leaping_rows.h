/* Matrices of many columns whose rows step and leap: for layouts with 16-bit columns. */
#pragma once

#include "base/random.h"
#include "base/sparse/csr.h"

/* Row i: up to `most` entries from a random column on, small steps apart, but for about one in
 * `leap`, which is about as wide as 65,535 or 131,070 columns, or wider; leap = 0: none. Every
 * second row has one value in all entries. Aborts when memory is short. */
struct matrix leaping_rows(uint64_t key, uint32_t n, uint32_t most, uint32_t leap);
