/* Rows in segments, interleaved so that the 32 threads of a warp read 32 consecutive words at a
 * time.
 *
 *   wl, cwl    32 rows a segment, one thread a row: full-warp segments (MEALS 2013, section 4.2)
 *   hwl, chwl  16 rows a segment, two threads a row: half-warp segments (MEALS 2013, section 4.3)
 *
 * A line is 32 words, one a thread of a warp; a segment has as many lines as its longest row needs.
 * Thread t has row t % rows of its segment. Its k-th word is word t of the segment's k-th line:
 * with one thread a row, entry k of the row; with two, entry 2 k for t < 16 and 2 k + 1 for t
 * >= 16. A word that is left over names the column of its row's unknown, which no off-diagonal
 * entry does: it ends the row and is not multiplied. So is one of the rows beyond n that fill the
 * last segment. */
#pragma once

#include "solvers/layouts/owners.h"

/* Options of hwl and chwl. */
enum halves { HALVES_SHUFFLE, HALVES_SHARED };
struct segment_options {
    enum halves halves;
};
extern const struct option segment_options[];

enum { SEGMENT_LINE = 32 /* words of a line */, SEGMENT_WL_ROWS = 32, SEGMENT_HWL_ROWS = 16 };

/* The arrays of wl and hwl, in order: uint32_t start[segments + 1], the lines before each segment;
 * then, line by line, uint32_t col[32 * lines] and real val[32 * lines]; real inverse[n] = 1 /
 * A_ii. the unknowns of rows (solvers/layouts/owners.h). Those of cwl and chwl are in
 * solvers/layouts/compact.h: the same starts, words line by line, and the unknowns of rows. */
enum { SEGMENT_STARTS, SEGMENT_COL, SEGMENT_VAL, SEGMENT_INVERSE, SEGMENT_OWNERS };

extern const struct layout layout_wl, layout_hwl;

/* Builds wl (rows = SEGMENT_WL_ROWS) or hwl. Errors: ERROR_UNSUPPORTED with 2^32 lines or more,
 * ERROR_HOST_MEMORY also where the lines would not fit this machine. */
enum status segments_build(uint32_t rows, const struct matrix *a, struct stored *out);

/* Builds cwl or chwl, or stores the matrix in `otherwise` where it does not fit into words. */
enum status segments_build_compact(uint32_t rows, const struct layout *otherwise,
                                   const struct matrix *a, struct stored *out);
