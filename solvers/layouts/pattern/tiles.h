/* Several Jacobi sweeps in one pass over memory (temporal blocking), for layouts whose rows reach
 * the same few offsets from the diagonal everywhere.
 *
 * Rows are laid out in lines of `width`: row i is line i / width, column i % width. An offset is
 * then a few lines and a few columns, where the width fits the matrix; a one-dimensional band is
 * one of no lines. A tile brings `height` lines by `columns` of the k-th iterate. It starts from
 * what these reach in k steps, lines and columns on all sides, and each sweep leaves fewer of them
 * valid. Columns beyond either end of a line are those of the next or previous one: the arithmetic
 * of rows, line * width + column, does not ask. */
#pragma once

#include "solvers/solver.h"

/* A block has 16 warps, of which each takes TILE_PIECE neighbouring rows at a time. */
enum { TILE_THREADS = 512, TILE_PIECE = 128 };

/* How far an entry of any row is from the diagonal where rows are laid out in lines of `width`. */
struct stencil {
    uint32_t width; /* 0: not looked for, or none fits */
    uint32_t up, down, left, right;
};

/* How a matrix is cut. A tile starts with `lines` of `pitch` columns; both include what is lost on
 * the way. */
struct tiles {
    uint32_t sweeps;
    uint32_t lines, pitch; /* pitch: TILE_PIECE times a power of two, at most TILE_THREADS * 2 */
    uint32_t height, columns;
    uint32_t across, count; /* tiles side by side, and all */
    uint32_t pad;           /* entries that must be readable before and behind a vector */
    size_t bytes;           /* of shared memory */
};

/* What a card lets a kernel of TILE_THREADS have. */
struct tile_room {
    size_t bytes;    /* shared memory of a block */
    uint32_t blocks; /* at once, at least 1 */
};

/* Shared memory that a dictionary takes: an entry is a value and where it is in a tile, a pattern
 * its diagonal and which entries are its own. */
size_t tiles_dictionary(uint32_t patterns, uint32_t entries, enum precision precision);

/* How many lines away an entry is, its column being half a line away at most. */
int64_t stencil_line(const struct stencil *stencil, int64_t offset);

/* The width with which tiles lose least, and how far rows reach with it. False, with *out zeroed,
 * where tiles that fit an SM of the Hopper generation twice would do more work than plain sweeps */
bool stencil_find(const int32_t *offset, size_t count, uint32_t sweeps, enum precision precision,
                  size_t dictionary, struct stencil *out);

/* Rows of a line, where offsets are few lines and columns, so that a patch of some lines and
 * columns reads much less of x than rows one after the other do; else 0. */
uint32_t line_width(const int32_t *offset, size_t count);

/* The tiles that are done soonest in this room. False where none fits. */
bool tiles_plan(const struct stencil *stencil, uint32_t n, uint32_t sweeps,
                enum precision precision, size_t dictionary, const struct tile_room *room,
                struct tiles *out);
