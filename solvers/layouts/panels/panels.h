/* Layout panels, for long and uneven rows on CUDA: 16 bits a column, work that is split by entries
 * and not by rows.
 *
 * A panel is as many columns as entries of x fit beside each other in 128 KB: what a CUDA block
 * keeps in shared memory, so that a column within it takes 16 bits. What a row has in a panel is a
 * segment, or several, since none has more than PANEL_LONGEST entries. The segments of a panel
 * stand in descending order of length. A segment is taken by 1, 2, 4, ... or 32 lanes, about one
 * for every eight entries; as many neighbours of one panel as have 32 lanes together, or fewer, are
 * a visit: what a warp takes at a time. Visits have their cost beside them, so that blocks get
 * equal shares, wherever rows begin and end.
 *
 * Where the entries of each row are equal (herman) there is a factor a row and no values; otherwise
 * the values stand beside the columns. Bytes an entry in f64: 2 or 10; 24 a segment, 16 a visit; 12
 * a row, 20 with a factor.
 *
 * The entries of a segment stand in the order of panel_order.h. They are added by lanes, and the
 * lanes' sums then: the same bits everywhere, but not those of msr. */
#pragma once

#include <stdalign.h>
#include <stdint.h>

#include "solvers/solver.h"

/* The entries of a segment stand in runs of eight, of which lane l takes number l, l + lanes, ...:
 * the lanes take a block of as many runs as they are at a time, and of fewer at the end. Entry j *
 * runs + l of a block is the j-th of its run l, so that neighbours' j-th ones are neighbours in the
 * matrix. The columns stand run by run; the values, in each block, as sixteen bytes of its first
 * run, of its second, ... of its last, and then the next sixteen of each. What the last block has
 * too many are columns beyond the panel, where there is a zero, and values of 0. */
enum { PANEL_RUN = 8, PANEL_BYTES = 128 << 10, PANEL_WARP = 32, PANEL_LONGEST = 1024 };

struct panel_segment {
    alignas(16) uint32_t start; /* of its columns and values, in units of PANEL_RUN */
    uint32_t place;             /* in the list of segments of rows, and of its sum */
    uint32_t length;            /* entries, 1 to PANEL_LONGEST */
    uint32_t lanes;
};

struct panel_visit {
    alignas(8) uint32_t segment; /* its first */
    uint32_t shape;              /* visit_shape() of how many segments, and lanes of each */
    uint32_t before;             /* cost of all visits before this one */
    uint32_t panel;
};

/* The arrays, in order: one panel_segment a segment; uint16_t columns; real values, or none; real
 * factor[n], or none; real inverse[n]; uint32_t row[n + 1], where the list of a row's segments
 * begins; that list: uint32_t segment, in ascending order of panels; uint32_t panel of each
 * segment; visits, and one behind the last; uint32_t first visit of each panel, and the number of
 * visits; scratch: real sum[segments], in the order of that list. */
enum {
    PANELS_SEGMENT,
    PANELS_COL,
    PANELS_VAL,
    PANELS_FACTOR,
    PANELS_INVERSE,
    PANELS_ROW,
    PANELS_LIST,
    PANELS_OF,
    PANELS_VISIT,
    PANELS_FIRST,
    PANELS_SUM
};

extern const struct layout layout_panels;

/* For both sides. */
#ifdef __CUDACC__
#define PANEL_FUNCTION __host__ __device__ static inline
#else
#define PANEL_FUNCTION static inline
#endif

PANEL_FUNCTION uint32_t panel_columns(enum precision precision)
{
    return precision == F64 ? PANEL_BYTES / 8 : PANEL_BYTES / 4;
}

/* Numbers that shared memory can read at once. */
PANEL_FUNCTION uint32_t panel_banks(enum precision precision)
{
    return precision == F64 ? 16 : 32;
}

/* Where in shared memory a panel has a column; what is stored are places. The bank, one of 16 of
 * eight bytes or 32 of four, is the remainder of the column as a polynomial over GF(2), modulo x^4
 * + x + 1 or x^5 + x^2 + 1: columns that differ in a few bits, whichever, as the successors of a
 * state may, lie on different banks. Rau, Pseudo-randomly interleaved memory, ISCA 1991. The place
 * of a place is the column. */
PANEL_FUNCTION uint32_t panel_place(enum precision precision, uint32_t column)
{
    const uint32_t banks = panel_banks(precision), shift = precision == F64 ? 1 : 2;
    uint32_t bank = column;
    for (int round = 0; round < 4; round++)
        bank = bank % banks ^ bank / banks ^ bank / banks << shift;
    return column / banks * banks + bank;
}

/* How many lanes a segment of so many entries gets. */
static inline uint32_t panel_lanes(uint32_t length)
{
    uint32_t lanes = 1;
    while (lanes < PANEL_WARP && lanes * 2 * PANEL_RUN <= length) lanes *= 2;
    return lanes;
}

PANEL_FUNCTION uint32_t visit_shape(uint32_t segments, uint32_t lanes)
{
    return segments << 16 | lanes;
}

PANEL_FUNCTION uint32_t visit_segments(struct panel_visit visit)
{
    return visit.shape >> 16;
}

PANEL_FUNCTION uint32_t visit_lanes(struct panel_visit visit)
{
    return visit.shape & 0xffff;
}

PANEL_FUNCTION uint32_t panel_runs(uint32_t length)
{
    return (length + PANEL_RUN - 1) / PANEL_RUN;
}

/* How many runs the block has that begins with run `first`. */
PANEL_FUNCTION uint32_t panel_block(uint32_t runs, uint32_t lanes, uint32_t first)
{
    return runs - first < lanes ? runs - first : lanes;
}

/* Where a block of so many runs has the j-th value of run l. */
PANEL_FUNCTION uint32_t panel_value(enum precision precision, uint32_t runs, uint32_t l, uint32_t j)
{
    const uint32_t together = precision == F64 ? 2 : 4;
    return (j / together * runs + l) * together + j % together;
}
