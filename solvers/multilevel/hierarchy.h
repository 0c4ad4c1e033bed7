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
    /* At a place of several cards, whose first one has block, scratch and dense: levels of at most
     * so many rows are gathered there; and what its operations keep (owned) */
    uint32_t gather;
    void *divided;
};

/* a: level 0, which must outlive the hierarchy; b: NULL, or its right-hand side in place memory.
 * stored: the same at a place of several cards; else it may be NULL. scratch: bytes that the caller
 * needs of it between set-up cycles, at least; at a place of several cards there are none. */
enum status hierarchy_create(const struct place *place, const struct matrix *a,
                             const struct stored *stored, double *b, size_t scratch,
                             struct hierarchy *out);
void hierarchy_free(struct hierarchy *h); /* accepts a zeroed one, leaves one */

/* Level k + 1 from the iterate of level k, all after it being dropped; waits. h->count is k + 2
 * then, or k + 1 where level k is the coarsest. */
enum status hierarchy_extend(struct hierarchy *h, int k);

/* Its steps: level k + 1 has its number of rows; then its entries. *made: false where there is no
 * room for it. */
enum status hierarchy_aggregate(struct hierarchy *h, int k, bool *made);
enum status hierarchy_connect(struct hierarchy *h, int k, bool *made);

/* The rows of level k: room for all but their entries; for these. false where the block is full. */
bool hierarchy_place_rows(struct hierarchy *h, struct level *level);
bool hierarchy_place_entries(struct hierarchy *h, struct level *level);

/* `count` elements of the block, or NULL where it is full. */
void *hierarchy_take(struct hierarchy *h, size_t count, size_t size);

/* The block for levels from one of so many rows and entries on. */
size_t hierarchy_room(uint32_t n, uint64_t nnz);

/* Whether so many aggregates are worth a level. */
bool hierarchy_is_worth(uint32_t rows, uint32_t aggregates);

/* Bytes of all levels but for the rows of level 0. */
size_t hierarchy_bytes(const struct hierarchy *h);
