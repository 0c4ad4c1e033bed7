/* The levels of one system at a place. Memory is bounded: the coarse levels take their memory from
 * one block. If the block is full, or rows do not unite any more, the last level is the coarsest,
 * however large it is. */
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
    size_t end[LEVELS_MOST]; /* end of each level in the block */
    char *block;             /* owned */
    void *scratch;           /* owned */
    double *dense;           /* owned */
    bool owns_rows;          /* it owns the rows of level 0, because the place is not on the host */
    /* At a place of several cards; the first card has block, scratch and dense. gather: levels of
     * at most so many rows are gathered on the first card. divided: data of the operations for
     * divided levels (owned) */
    uint32_t gather;
    void *divided;
};

/* Level 0, which must outlive the hierarchy. */
struct finest {
    const struct matrix *a;
    bool placed;                 /* its rows are in place memory already (solvers/placed.h) */
    const struct stored *stored; /* the same matrix at a place of several cards; otherwise it may be
                                    NULL */
    double *b;                   /* right-hand side in place memory, or NULL */
};

/* Creates a hierarchy. scratch: least number of bytes of scratch that the caller needs between
 * set-up cycles; at a place of several cards there is none. */
enum status hierarchy_create(const struct place *place, const struct finest *finest, size_t scratch,
                             struct hierarchy *out);
void hierarchy_free(struct hierarchy *h); /* accepts a zeroed one, leaves one */

/* Makes level k + 1 from the iterate of level k, and drops all levels after it; waits. Then
 * h->count is k + 2, or k + 1 if level k is the coarsest. */
enum status hierarchy_extend(struct hierarchy *h, int k);

/* Steps of hierarchy_extend: hierarchy_aggregate sets the number of rows of level k + 1,
 * hierarchy_connect makes its entries. *made: false if there is no room for it. */
enum status hierarchy_aggregate(struct hierarchy *h, int k, bool *made);
enum status hierarchy_connect(struct hierarchy *h, int k, bool *made);

/* Take room from the block for the rows of a level without their entries, and for the entries. They
 * return false if the block is full. */
bool hierarchy_place_rows(struct hierarchy *h, struct level *level);
bool hierarchy_place_entries(struct hierarchy *h, struct level *level);

/* Returns `count` elements of the block, or NULL if it is full. */
void *hierarchy_take(struct hierarchy *h, size_t count, size_t size);

/* Returns the size of the block for a level of so many rows and entries and all levels after it. */
size_t hierarchy_room(uint32_t n, uint64_t nnz);

/* Returns whether a level with so many aggregates is useful. */
bool hierarchy_is_worth(uint32_t rows, uint32_t aggregates);

/* Returns whether aggregates were made too far from the answer: a level that weighs beside level 0
 * has more than two fifths of the rows of the one before, or is the last one and too large. */
bool hierarchy_is_poor(const struct hierarchy *h);

/* Returns the bytes of all levels, without the rows of level 0. */
size_t hierarchy_bytes(const struct hierarchy *h);
