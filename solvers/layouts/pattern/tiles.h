/* Several Jacobi sweeps in one pass over memory (temporal blocking), for layouts whose rows have
 * the same few offsets from the diagonal everywhere.
 *
 * Rows are laid out in lines of `width`: row i is in line i / width, column i % width. If the width
 * fits the matrix, an offset is then a few lines and a few columns; in a one-dimensional band it is
 * zero lines. A tile computes `height` lines by `columns` of the k-th iterate. It starts from these
 * and from all lines and columns around them that they depend on in k steps, and each sweep leaves
 * fewer of them valid. Columns beyond an end of a line belong to the next or previous line; the
 * arithmetic of rows, line * width + column, needs no special case. */
#pragma once

#include "solvers/solver.h"

/* A block has 16 warps, of which each takes TILE_PIECE neighbouring rows at a time. */
enum { TILE_THREADS = 512, TILE_PIECE = 128 };

/* Largest distances of an entry from the diagonal, over all rows, if rows are laid out in lines of
 * `width`. */
struct stencil {
    uint32_t width; /* 0: not searched, or no width fits */
    uint32_t up, down, left, right;
};

/* How a matrix is cut into tiles. A tile starts with `lines` lines of `pitch` columns; both include
 * those that become invalid on the way. */
struct tiles {
    uint32_t sweeps;
    uint32_t lines, pitch; /* pitch: TILE_PIECE times a power of two, at most TILE_THREADS * 2 */
    uint32_t height, columns;
    uint32_t across, count; /* tiles side by side, and all tiles */
    uint32_t pad;           /* entries that must be readable before and behind a vector */
    size_t bytes;           /* bytes of shared memory */
};

/* Room that a card gives to a kernel of TILE_THREADS. */
struct tile_room {
    size_t bytes;    /* shared memory of a block */
    uint32_t blocks; /* blocks that run at once, at least 1 */
};

/* Returns the bytes of shared memory of a dictionary. An entry has a value and its position in a
 * tile; a pattern has its diagonal and the range of its entries. */
size_t tiles_dictionary(uint32_t patterns, uint32_t entries, enum precision precision);

/* Returns the number of lines to an entry, if its column is at most half a line away. */
int64_t stencil_line(const struct stencil *stencil, int64_t offset);

/* Finds the width with which tiles lose least, and the distances of entries with it. Returns false,
 * with *out zeroed, if tiles of which two fit an SM of the Hopper generation would do more work
 * than plain sweeps */
bool stencil_find(const int32_t *offset, size_t count, uint32_t sweeps, enum precision precision,
                  size_t dictionary, struct stencil *out);

/* Returns the rows of a line, if offsets are a few lines and columns, so that a patch of some lines
 * and columns reads much less of x than consecutive rows; else 0. */
uint32_t line_width(const int32_t *offset, size_t count);

/* Finds the tiles that should be fastest in this room. Returns false if none fits. */
bool tiles_plan(const struct stencil *stencil, uint32_t n, uint32_t sweeps,
                enum precision precision, size_t dictionary, const struct tile_room *room,
                struct tiles *out);
