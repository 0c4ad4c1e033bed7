/* Warps that have several pieces of a matrix in turn (slices, segments of rows), to ask for the next while they are at
 * this: how many pieces there are in a block, whose warps take every warps-th. */
#ifndef WARPMARK_SOLVERS_CUDA_TURNS_CUH
#define WARPMARK_SOLVERS_CUDA_TURNS_CUH

#include <stdint.h>

enum { MULTIPROCESSORS = 132 /* of an H200, for which such constants were measured */ };

/* With `resident` threads a multiprocessor in blocks of `threads`: as many pieces as keep all blocks that the card
 * holds equally busy to the last, and about `most` a warp at most. */
template <int threads, int resident, int most>
static uint32_t pieces_a_block(uint32_t pieces)
{
    const uint32_t at_once = MULTIPROCESSORS * (resident / threads), warps = threads / 32;
    const uint32_t waves = pieces / (at_once * warps * most) + 1, blocks = waves * at_once;
    return pieces > blocks ? (pieces + blocks - 1) / blocks : 1;
}

#endif
