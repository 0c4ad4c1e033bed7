/* Layout sdia, sliced diagonals. Each slice stores the distinct pairs (offset from the diagonal,
 * value) of its rows, ascending, as codes of one dictionary; and a bit per row and pair, which
 * tells whether the row has the pair. Chains have few such pairs, and the rows of a slice share
 * them.
 *
 * A slice has as many rows as take a step together. On CUDA these are 32, a warp. A code has 16
 * bits: 2 bytes per pair and slice, and a bit per pair and row. A pair without a code (rare, or the
 * 65,536th) is wide: its code in the slice is SDIA_WIDE, and its offset and value stand after those
 * of the dictionary. On the CPU a slice has 8 rows, a vector. A pair of a slice is one 32-bit word:
 * bit r is for row r, the upper 24 bits are the code. Wide pairs have the codes after those of the
 * dictionary.
 *
 * A slice is in a remainder with all its rows (solvers/layouts/remainder.h) if it has more than
 * SDIA_LONGEST pairs or an offset beyond 32 bits, or if it would be larger than its entries in msr.
 * So is the whole matrix if it has more than SDIA_VALUES distinct values. The entries of a row are
 * in the order of their columns everywhere. */
#pragma once

#include "solvers/layouts/remainder.h"
#include "solvers/solver.h"

enum walking { WALK_ROW, WALK_SLICE };

struct sdia_options {
    enum walking walk; /* slice or row: what the threads of a CUDA warp go through together */
};

enum {
    SDIA_WARP = REMAINDER_GROUP, /* rows of a slice on CUDA */
    SDIA_VECTOR = 8,             /* rows of a slice on the CPU */
    SDIA_WIDE = 65535,           /* code of a wide pair; also the largest number of pairs in the
                                    dictionary */
    SDIA_FEW = 4096,             /* with at most this many pairs, pairs of a single slice also have
                                    codes */
    SDIA_NEAR = 4096,            /* largest dictionary on the CPU, in pairs: it fits into the near
                                    caches */
    SDIA_CODES = 1 << 24,        /* largest number of codes on the CPU, wide pairs included */
    SDIA_LONGEST = 256,          /* largest number of pairs of a slice */
    SDIA_VALUES = 1 << 16,
    SDIA_PADDING = 3 /* readable words after the last one */
};

/* Returns the number of rows of a slice. */
static inline uint32_t sdia_slice_rows(const struct stored *a)
{
    return a->for_gpu ? SDIA_WARP : SDIA_VECTOR;
}

/* A slice on CUDA: start of its codes, and start of its bits, counted in lines of 32 bytes. With d
 * codes, row r of the slice has (d + 7) / 8 bytes, from byte r * ((d + 7) / 8) of the lines on; bit
 * k % 8 of byte k / 8 is for code k. */
struct sdia_slice {
    uint32_t code, line;
};

static inline uint32_t sdia_row_bytes(uint32_t codes)
{
    return (codes + 7) / 8;
}

/* The arrays, in order: struct sdia_slice slice[slices + 1] (CPU: uint32_t start[slices + 1], where
 * a slice's words begin); uint16_t code[] (CPU: uint32_t word[], with SDIA_PADDING more); uint8_t
 * bits[], with 8 bytes more than there are lines (CPU: empty); int32_t offset[] and real value[],
 * the dictionary's, then those of wide pairs, slice after slice; uint32_t wide[slices]: where the
 * wide pairs of each slice begin among them, empty where there are none (CPU: empty); the diagonal,
 * as uint8_t or uint16_t diagonal[n] and real inverse[], or without indices and real inverse[n]
 * where there are more than 65,536 (CPU: or real inverse[1], where it is that of all rows); the
 * remainder's. */
enum {
    SDIA_SLICES,
    SDIA_CODE,
    SDIA_BITS,
    SDIA_OFFSET,
    SDIA_VALUE,
    SDIA_WIDES,
    SDIA_DIAGONAL,
    SDIA_INVERSE,
    SDIA_REMAINDER,
    SDIA_ARRAYS = SDIA_REMAINDER + REMAINDER_ARRAYS
};

extern const struct layout layout_sdia;
