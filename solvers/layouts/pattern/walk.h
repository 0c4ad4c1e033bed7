/* The order in which the blocks of a kernel take rows that are laid out in lines
 * (solvers/layouts/pattern/tiles.h): a block has a patch, one piece of neighbouring rows and those
 * below it in the next lines, so that the entries of x that it has read for one line are still near
 * when it reads them for another.
 *
 * A piece is WALK_PIECE rows and begins at a multiple of that, whatever the width; it belongs to
 * the line that row number begin(l) = l * width, rounded down to a piece, is the first of. So
 * patches lean by less than a piece. */
#pragma once

#include <stdint.h>

enum { WALK_PIECE = 128 }; /* rows */

struct walk {
    uint32_t pieces; /* of all rows; the last one may not be whole */
    uint32_t width;  /* rows of a line, at least WALK_PIECE */
    uint32_t across; /* patches side by side */
    uint32_t lines;  /* of a patch */
};

/* For both sides. */
#ifdef __CUDACC__
#define WALK_FUNCTION __host__ __device__ static inline
#else
#define WALK_FUNCTION static inline
#endif

/* Of n rows; width 0: as they come. */
static inline struct walk walk_of(uint32_t n, uint32_t width, uint32_t lines)
{
    struct walk walk;
    walk.pieces = (uint32_t)(((uint64_t)n + WALK_PIECE - 1) / WALK_PIECE);
    walk.width = width ? width : (uint32_t)WALK_PIECE;
    walk.across = (uint32_t)(((uint64_t)walk.width + WALK_PIECE - 1) / WALK_PIECE);
    walk.lines = lines;
    return walk;
}

/* How many patches there are. */
static inline uint32_t walk_patches(const struct walk *walk)
{
    uint64_t lines = ((uint64_t)walk->pieces * WALK_PIECE + walk->width - 1) / walk->width;
    return (uint32_t)((lines + walk->lines - 1) / walk->lines) * walk->across;
}

/* A place on the way down a patch: piece number `across` of the line that has row number `begin`
 * first. */
struct walk_place {
    uint64_t begin;
    uint32_t across;
};

/* Where a patch has its line `line`. */
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

/* The piece there; walk->pieces where there is none. A patch may end some lines below the last row,
 * but not so many that pieces have no 32-bit number. */
WALK_FUNCTION uint32_t walk_piece(const struct walk *walk, struct walk_place place)
{
    const uint32_t end = (uint32_t)((place.begin + walk->width) / WALK_PIECE);
    const uint32_t piece = (uint32_t)(place.begin / WALK_PIECE) + place.across;
    return piece < end && piece < walk->pieces ? piece : walk->pieces;
}
