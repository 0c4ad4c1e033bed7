/* Which states a path may have next so that it satisfies a formula: an automaton whose states are
 * obligations. An obligation is a set of temporal nodes that the rest of the path must satisfy.
 *
 * To read a letter, each node of the obligation is taken apart once. Literals must hold; a U b
 * chooses b now, or a now and itself later; a R b chooses b and a now, or b now and itself later.
 * Each way through these choices is a move to the next obligation. A path satisfies an obligation
 * where it can follow moves for ever and no U is put off for ever: so each U without a last step
 * has to be missing infinitely often among those that the moves put off.
 *
 * Each set is kept, also one that contains another: a larger obligation can show that a U came
 * true. */
#pragma once

#include "problems/paths/remainders.h"

enum { NO_OBLIGATION = 0 }; /* the empty set, which each path satisfies */

struct move {
    uint32_t next;    /* an obligation */
    uint64_t put_off; /* bit k: the U with this number is put off */
};

struct tableau {
    struct remainders *remainders;
    struct number_lists obligations; /* of ascending nodes */
    struct number_lists untils;      /* nodes of U that were put off: their numbers, at most 64 */
    struct memo known;               /* for each obligation and letter: an index in first_move */
    uint64_t *first_move;            /* of each index, and one end */
    uint64_t nmoves;
    struct move *move;
    size_t first_room, move_room;
};

/* An empty one that borrows r. Errors: ERROR_HOST_MEMORY. After errors, free it. */
enum status tableau_begin(struct remainders *r, struct tableau *out);
void tableau_free(struct tableau *tableau); /* accepts a zeroed one */

/* *out = the number of an obligation with these nodes, which may repeat; they become sorted. */
enum status tableau_obligation(struct tableau *tableau, uint32_t *node, size_t count,
                               uint32_t *out);

/* The moves of an obligation that reads a letter are tableau->move[*first] .. [*end - 1]. Errors:
 * ERROR_HOST_MEMORY; ERROR_INPUT (the formula is too large). */
enum status tableau_moves(struct tableau *tableau, uint32_t obligation, uint32_t letter,
                          uint64_t *first, uint64_t *end);
