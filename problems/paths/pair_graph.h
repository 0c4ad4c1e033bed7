/* Pairs of a chain's state and of what is left of a formula after it (a remainder), and the
 * transitions between them. In a decision process a pair has the choices of its state. Instead of a
 * formula there may be an automaton that reads the states: then its numbers stand for remainders,
 * NOTHING for a path that it rejects.
 *
 * There may be several formulas or none, so several remainders or none, and a count of the steps so
 * far, or of what they pay. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/paths/remainders.h"

enum { MOST_REMAINDERS = 8 };
/* *out = what is left of a remainder after a letter. */
struct reader {
    enum status (*after)(void *context, uint32_t remainder, uint32_t letter, uint32_t *out);
    void *context;
};

/* Returns whether nothing counts any more in a state, after steps that count so much. */
typedef bool is_settled(const void *context, uint32_t state, uint32_t counted);

struct pair_graph {
    const struct chain *chain;
    const uint32_t *letters; /* for each state of the chain, in r->letter */
    struct remainders *remainders;
    const struct reader *reader; /* instead of remainders; NULL: none */
    uint32_t count;            /* remainders of each pair */
    uint32_t steps;            /* the count ends at this number; 0: nothing is counted */
    const uint32_t *adds;      /* what each row of the chain adds to the count; NULL: 1 */
    bool goes_on;              /* also where all remainders are NOTHING or ALL */
    is_settled *settled;       /* where it does not go on; NULL: nowhere */
    const void *context;       /* of settled */
    struct number_lists pairs; /* of state, remainders, and steps if they are counted */
    uint32_t explored;         /* pairs whose rows were added */
    struct csr transitions;    /* their rows */
    uint32_t *group;           /* of a decision process: the first row of each, and one end */
    size_t group_room, row_room, col_room, val_room;
};

/* An empty one for one formula; it borrows all three. */
struct pair_graph pair_graph_begin(const struct chain *chain, const uint32_t *letters,
                                   struct remainders *r);
void pair_graph_free(struct pair_graph *graph);

/* *pair = the number of this pair, which is added if it is new. Errors: ERROR_HOST_MEMORY;
 * ERROR_INPUT (too many). */
enum status pair_graph_add(struct pair_graph *graph, uint32_t state, uint32_t remainder,
                           uint32_t *pair);

/* The same for several formulas, at the first step. */
enum status pair_graph_start(struct pair_graph *graph, uint32_t state, const uint32_t *remainder,
                             uint32_t *pair);

/* Adds all pairs that are reached, breadth-first, and their transitions. Nothing counts after a
 * pair without a question left (remainders NOTHING or ALL), unless the graph goes on: it has a
 * self-loop of 1 only. Ends early
 * where a pair with the remainder `enough` was added (UINT32_MAX: never); *found says so. Errors:
 * the same, and those of remainder_after. */
enum status pair_graph_explore(struct pair_graph *graph, uint32_t enough, bool *found);

/* *out = what is left of a remainder after a state. Errors: those of remainder_after or the
 * reader. */
enum status pair_graph_after(const struct pair_graph *graph, uint32_t remainder, uint32_t state,
                             uint32_t *out);

static inline uint32_t pair_state(const struct pair_graph *graph, uint32_t pair)
{
    return number_list(&graph->pairs, pair)[0];
}
static inline uint32_t pair_remainder(const struct pair_graph *graph, uint32_t pair)
{
    return number_list(&graph->pairs, pair)[1];
}
static inline uint32_t pair_steps(const struct pair_graph *graph, uint32_t pair)
{
    return graph->steps ? number_list(&graph->pairs, pair)[1 + graph->count] : 0;
}
