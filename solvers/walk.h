/* The order in which the blocks of a kernel take rows that are laid out in lines (solvers/tiles.h): a block has a
 * patch, a few pieces of neighbouring rows and those below them in the next lines, so that the entries of x that it has
 * read for one line are still near when it reads them for another.
 *
 * A piece is WALK_PIECE rows and begins at a multiple of that, whatever the width; it belongs to the line that row
 * number begin(l) = l * width, rounded down to a piece, is the first of. So patches lean by less than a piece. */
#ifndef WARPMARK_SOLVERS_WALK_H
#define WARPMARK_SOLVERS_WALK_H

#include <stdint.h>

enum {
    WALK_PIECE = 128, /* rows */
    WALK_ACROSS = 2   /* pieces of a patch side by side */
};

struct walk {
    uint32_t pieces; /* of all rows; the last one may not be whole */
    uint32_t width;  /* rows of a line, at least WALK_PIECE * WALK_ACROSS */
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
    uint32_t columns;
    walk.pieces = (uint32_t)(((uint64_t)n + WALK_PIECE - 1) / WALK_PIECE);
    walk.width = width ? width : WALK_PIECE * WALK_ACROSS;
    columns = (uint32_t)(((uint64_t)walk.width + WALK_PIECE - 1) / WALK_PIECE);
    walk.across = (columns + WALK_ACROSS - 1) / WALK_ACROSS;
    walk.lines = lines;
    return walk;
}

/* How many patches there are. */
static inline uint32_t walk_patches(const struct walk *walk)
{
    uint64_t lines = ((uint64_t)walk->pieces * WALK_PIECE + walk->width - 1) / walk->width;
    return (uint32_t)((lines + walk->lines - 1) / walk->lines) * walk->across;
}

/* The piece of a patch in its line `line`, column `column`; walk->pieces where there is none. */
WALK_FUNCTION uint32_t walk_piece(const struct walk *walk, uint32_t patch, uint32_t line, uint32_t column)
{
    const uint64_t l = (uint64_t)(patch / walk->across) * walk->lines + line;
    const uint64_t begin = l * walk->width / WALK_PIECE, end = (l + 1) * walk->width / WALK_PIECE;
    const uint64_t piece = begin + patch % walk->across * WALK_ACROSS + column;
    return piece < end && piece < walk->pieces ? (uint32_t)piece : walk->pieces;
}

#endif
