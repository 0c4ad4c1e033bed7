/* The order in which the blocks of a kernel take rows that are laid out in lines
 * (solvers/layouts/pattern/tiles.h). A block takes a patch: one piece of neighbouring rows and the
 * pieces below it in the next lines. So the entries of x that it has read for one line are still in
 * the cache when it reads them for another.
 *
 * A piece is WALK_PIECE rows and begins at a multiple of WALK_PIECE, whatever the width. The first
 * piece of line l is the one that contains row l * width. So the left edge of a patch moves by less
 * than a piece. */
#pragma once

#include <stdint.h>

enum { WALK_PIECE = 128 }; /* rows */

struct walk {
    uint32_t pieces; /* pieces of all rows; the last one may be incomplete */
    uint32_t width;  /* rows of a line, at least WALK_PIECE */
    uint32_t across; /* patches side by side */
    uint32_t lines;  /* lines of a patch */
};

/* Functions for host and device. */
#ifdef __CUDACC__
#define WALK_FUNCTION __host__ __device__ static inline
#else
#define WALK_FUNCTION static inline
#endif

/* Returns the walk of n rows; width 0: rows in their order. */
static inline struct walk walk_of(uint32_t n, uint32_t width, uint32_t lines)
{
    struct walk walk;
    walk.pieces = (uint32_t)(((uint64_t)n + WALK_PIECE - 1) / WALK_PIECE);
    walk.width = width ? width : (uint32_t)WALK_PIECE;
    walk.across = (uint32_t)(((uint64_t)walk.width + WALK_PIECE - 1) / WALK_PIECE);
    walk.lines = lines;
    return walk;
}

/* Returns the number of patches. */
static inline uint32_t walk_patches(const struct walk *walk)
{
    uint64_t lines = ((uint64_t)walk->pieces * WALK_PIECE + walk->width - 1) / walk->width;
    return (uint32_t)((lines + walk->lines - 1) / walk->lines) * walk->across;
}

/* A position in a patch: piece number `across` of the line whose first row is `begin`. */
struct walk_place {
    uint64_t begin;
    uint32_t across;
};

/* Returns the position of line `line` of a patch. */
WALK_FUNCTION struct walk_place walk_from(const struct walk *walk, uint32_t patch, uint32_t line)
{
    struct walk_place place;
    place.begin = ((uint64_t)(patch / walk->across) * walk->lines + line) * walk->width;
    place.across = patch % walk->across;
    return place;
}

WALK_FUNCTION struct walk_place walk_down(const struct walk *walk, struct walk_place place,
                                          uint32_t lines)
{
    place.begin += (uint64_t)lines * walk->width;
    return place;
}

/* Returns the piece at a position, or walk->pieces if there is none. A patch may end some lines
 * below the last row, but so few that piece numbers fit into 32 bits. */
WALK_FUNCTION uint32_t walk_piece(const struct walk *walk, struct walk_place place)
{
    const uint32_t end = (uint32_t)((place.begin + walk->width) / WALK_PIECE);
    const uint32_t piece = (uint32_t)(place.begin / WALK_PIECE) + place.across;
    return piece < end && piece < walk->pieces ? piece : walk->pieces;
}
