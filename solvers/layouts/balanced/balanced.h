/* Layout balanced, for skewed and dense matrices: rows divided among threads by their entries, a
 * row scale in place of values, and 16-bit columns.
 *
 * Columns are divided into panels, ranges of 65,536 columns, and a column is counted from the first
 * one of its panel. A matrix of one panel needs nothing else; otherwise each row has a segment for
 * every panel in which it has entries. If the segments would need more memory than they save,
 * columns have 32 bits and there are no segments.
 *
 * A row whose values are all equal has a scale and no values, if that makes the whole smaller.
 *
 * The entries of a segment are added in lanes (solvers/layouts/lanes.h), then the segments are
 * added, then the sum is multiplied by the scale. This is not the order of msr. */
#pragma once

#include "solvers/solver.h"

enum { BALANCED_PANEL = 1 << 16 /* columns */ };

/* A segment of a row: the entries from the end of the segment before it up to `end`. first: the
 * first column of its panel. */
struct balanced_segment {
    uint32_t end, first;
};

/* The arrays, in order: uint32_t row[n + 1]: where rows begin; uint16_t or uint32_t col[nnz];
 * uint32_t row_segment[n + 1] and struct balanced_segment segment[], empty where there are none;
 * real scale[n], 0 where a row has values, and empty where no row has a scale; uint32_t row_value[n
 * + 1]: where the values of rows begin, empty where no row has a scale; real value[]; real
 * inverse[n]. */
enum {
    BALANCED_ROW,
    BALANCED_COL,
    BALANCED_ROW_SEGMENT,
    BALANCED_SEGMENT,
    BALANCED_SCALE,
    BALANCED_ROW_VALUE,
    BALANCED_VALUE,
    BALANCED_INVERSE,
    BALANCED_ARRAYS
};

/* Returns whether row i of a has entries and the same value in all of them. */
bool balanced_is_scaled(const struct matrix *a, enum precision precision, uint32_t i);

extern const struct layout layout_balanced;
