/* Layout panels, for long and uneven rows on CUDA: 16 bits per column, and work that is divided by
 * entries, not by rows.
 *
 * A panel is a range of columns whose entries of x fill 128 KB. A CUDA block keeps them in shared
 * memory, so that a column within a panel takes 16 bits. The entries of a row in a panel form a
 * segment, or several, since a segment has at most PANEL_LONGEST entries. The segments of a panel
 * stand in descending order of length. A segment is taken by 1, 2, 4, ... or 32 lanes, about one
 * for every eight entries. A visit is the work that a warp takes at a time: neighbouring segments
 * of one panel with at most 32 lanes together. The cost of each visit is stored beside it, so that
 * blocks get equal shares, independent of the ends of rows.
 *
 * If the entries of each row are equal (herman), there is one factor per row and no values;
 * otherwise the values are stored beside the columns. Bytes per entry in f64: 2 or 10. Further
 * bytes: 24 per segment, 16 per visit, and per row 12, or 20 with a factor.
 *
 * The entries of a segment stand in the order of panel_order.h. Lanes add them, and then the sums
 * of the lanes are added. The bits are the same everywhere, but not those of msr. */
#pragma once

#include <stdalign.h>
#include <stdint.h>

#include "solvers/solver.h"

/* The entries of a segment stand in runs of eight. Lane l takes runs l, l + lanes, ...: a block is
 * as many runs as there are lanes, or fewer at the end. Entry j * runs + l of a block is the j-th
 * entry of its run l, so that the j-th entries of neighbouring runs are neighbours in the matrix.
 * The columns stand run by run. The values stand block by block: sixteen bytes of the first run, of
 * the second, ... of the last, and then the next sixteen bytes of each. The last block is filled up
 * with columns beyond the panel, where x has a zero, and values of 0. */
enum { PANEL_RUN = 8, PANEL_BYTES = 128 << 10, PANEL_WARP = 32, PANEL_LONGEST = 1024 };

struct panel_segment {
    alignas(16) uint32_t start; /* start of its columns and values, in units of PANEL_RUN */
    uint32_t place;             /* position in the list of segments of rows; also position of its
                                   sum */
    uint32_t length;            /* entries, 1 to PANEL_LONGEST */
    uint32_t lanes;
};

struct panel_visit {
    alignas(8) uint32_t segment; /* number of its first segment */
    uint32_t shape;              /* visit_shape(): number of segments, and lanes of each */
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

/* Functions for host and device. */
#ifdef __CUDACC__
#define PANEL_FUNCTION __host__ __device__ static inline
#else
#define PANEL_FUNCTION static inline
#endif

PANEL_FUNCTION uint32_t panel_columns(enum precision precision)
{
    return precision == F64 ? PANEL_BYTES / 8 : PANEL_BYTES / 4;
}

/* Number of values that shared memory can read at once. */
PANEL_FUNCTION uint32_t panel_banks(enum precision precision)
{
    return precision == F64 ? 16 : 32;
}

/* Returns the place of a column in shared memory; the matrix stores places, not columns. The bank,
 * one of 16 of eight bytes or 32 of four, is the remainder of the column as a polynomial over
 * GF(2), modulo x^4 + x + 1 or x^5 + x^2 + 1. So columns that differ in a few bits, as the
 * successors of a state often do, lie on different banks. See Rau, Pseudo-randomly interleaved
 * memory, ISCA 1991. Applied twice the function gives the column again. */
PANEL_FUNCTION uint32_t panel_place(enum precision precision, uint32_t column)
{
    const uint32_t banks = panel_banks(precision), shift = precision == F64 ? 1 : 2;
    uint32_t bank = column;
    for (int round = 0; round < 4; round++)
        bank = bank % banks ^ bank / banks ^ bank / banks << shift;
    return column / banks * banks + bank;
}

/* Returns the number of lanes for a segment with this number of entries. */
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

/* Returns the number of runs of the block that begins with run `first`. */
PANEL_FUNCTION uint32_t panel_block(uint32_t runs, uint32_t lanes, uint32_t first)
{
    return runs - first < lanes ? runs - first : lanes;
}

/* Returns the position of the j-th value of run l in a block with this number of runs. */
PANEL_FUNCTION uint32_t panel_value(enum precision precision, uint32_t runs, uint32_t l, uint32_t j)
{
    const uint32_t together = precision == F64 ? 2 : 4;
    return (j / together * runs + l) * together + j % together;
}
