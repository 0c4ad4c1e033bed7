/* The levels of one system at a place. Memory is bounded: what the coarse levels need comes from
 * one block, and where that is full, or rows do not unite any more, the last level is the
 * coarsest, however large it is. */
#pragma once

#include "base/sparse/csr.h"
#include "solvers/multilevel/levels.h"
#include "solvers/place.h"

struct hierarchy {
    const struct place *place;
    const struct level_ops *ops;
    struct level level[LEVELS_MOST]; /* level[0].x and next belong to the caller */
    int count;
    size_t room, used;
    size_t end[LEVELS_MOST]; /* of each level in the block */
    char *block;             /* owned */
    void *scratch;           /* owned */
    double *dense;           /* owned */
    bool owns_rows;          /* those of level 0, where the place is not on the host */
};

/* a: level 0, which must outlive the hierarchy; b: NULL, or its right-hand side in place memory.
 * scratch: bytes that the caller needs of it between set-up cycles, at least. */
enum status hierarchy_create(const struct place *place, const struct matrix *a, double *b,
                             size_t scratch, struct hierarchy *out);
void hierarchy_free(struct hierarchy *h); /* accepts a zeroed one, leaves one */

/* Level k + 1 from the iterate of level k, all after it being dropped; waits. h->count is k + 2
 * then, or k + 1 where level k is the coarsest. */
enum status hierarchy_extend(struct hierarchy *h, int k);

/* Bytes of all levels but for the rows of level 0. */
size_t hierarchy_bytes(const struct hierarchy *h);
