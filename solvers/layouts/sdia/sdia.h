/* Layout sdia, sliced diagonals: of the rows of a slice the distinct pairs (offset from the
 * diagonal, value), ascending, as codes of one dictionary; and a bit a row and pair that says
 * whether the row has it. Chains have few such pairs, and the rows of a slice share them. A slice
 * has as many rows as take a step together.
 *
 * On CUDA these are 32, a warp. A code has 16 bits: 2 bytes a pair and slice and a bit a pair and
 * row. A pair without a code (rare, or the 65,536th) is wide: SDIA_WIDE in the slice, offset and
 * value behind those of the dictionary.
 *
 * On the CPU they are 8, a vector. A pair of a slice is one 32-bit word: bit r is for row r, the
 * upper 24 bits are the code. Wide pairs have the codes behind those of the dictionary.
 *
 * A slice with more than SDIA_LONGEST pairs, with an offset beyond 32 bits, or that would be larger
 * than its entries in msr is in a remainder (solvers/layouts/remainder.h), all its rows. So is all
 * of a matrix with more than SDIA_VALUES distinct values. A row's entries are in the order of their
 * columns everywhere. */
#pragma once

#include "solvers/layouts/remainder.h"
#include "solvers/solver.h"

enum walking { WALK_ROW, WALK_SLICE };

struct sdia_options {
    enum walking walk; /* what the threads of a CUDA warp go through together */
};

enum {
    SDIA_WARP = REMAINDER_GROUP, /* rows a slice on CUDA */
    SDIA_VECTOR = 8,             /* and on the CPU */
    SDIA_WIDE = 65535,    /* the code of a wide pair; the dictionary has as many pairs at most */
    SDIA_FEW = 4096,      /* with as many pairs at most those of a single slice have codes too */
    SDIA_NEAR = 4096,     /* pairs of the dictionary on the CPU at most, as near caches hold */
    SDIA_CODES = 1 << 24, /* codes on the CPU, those of wide pairs with them */
    SDIA_LONGEST = 256,   /* pairs a slice */
    SDIA_VALUES = 1 << 16,
    SDIA_PADDING = 3 /* words behind the last */
};

/* Rows a slice. */
static inline uint32_t sdia_slice_rows(const struct stored *a)
{
    return a->for_gpu ? SDIA_WARP : SDIA_VECTOR;
}

/* On CUDA. Where a slice's codes begin, and its bits, counted in lines of 32 bytes. With d codes
 * row r of the slice has the (d + 7) / 8 bytes from byte r * ((d + 7) / 8) of its lines on; bit k %
 * 8 of byte k / 8 is for code k. */
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
