/* What is left of a formula of linear temporal logic after some states of a path were read: a
 * monotone boolean function of temporal nodes, which speak about the rest of the path.
 *
 * A function is stored as its minimal disjunctive normal form, which monotone functions have only
 * one of: so equal functions have equal numbers. Nodes are literals, X, U and R; all others are
 * written with these, and negations stand only in literals:
 *   F a = true U a;  G a = false R a;  a W b = b R (a | b);
 *   a U[l,) b = a U[l,l] (a U b);  a R[l,) b = a R[l,l] (a R b).
 * So a node either has no bounds, or it has both. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "problems/paths/number_lists.h"
#include "problems/paths/path_parts.h" /* NO_LAST_STEP */

enum { NOTHING = 0, ALL = 1 }; /* the functions false and true */

/* Number of the set of all states, which each letter has. X true is X of it, so that a reward until
 * X true is that of one step, as in PRISM. */
enum { EVERY_STATE = 63 };

enum node_kind { NODE_LITERAL, NODE_NEXT, NODE_UNTIL, NODE_RELEASE };

/* Stored as a list of five numbers. LITERAL: a: number of a set of states; b: 1 if it is negated.
 * NEXT: a: a function. UNTIL, RELEASE: a and b: functions; lower and upper: steps. */
struct temporal_node {
    uint32_t kind, a, b, lower, upper;
};

struct remainders {
    struct number_lists nodes, functions; /* a function: for each set its size and then its nodes,
                                             which ascend; sets ascend by size and nodes */
    uint64_t *letter;                     /* for each letter: one bit for each set of states */
    uint32_t nletters;
    struct memo both, either, after_node, after;
    uint32_t *set; /* of a function that is being made: sets, with room for `room` numbers */
    size_t room;
    uint32_t *merged;
    size_t merged_room;
    uint64_t *begin; /* of each set */
    size_t begin_room;
};

enum status remainders_init(struct remainders *r);
void remainders_free(struct remainders *r); /* accepts a zeroed one */

/* *out = a & b, a | b. Errors of all functions here: ERROR_HOST_MEMORY; ERROR_INPUT (the formula is
 * too large). */
enum status remainder_both(struct remainders *r, uint32_t a, uint32_t b, uint32_t *out);
enum status remainder_either(struct remainders *r, uint32_t a, uint32_t b, uint32_t *out);

/* *out = the function of a single node, or a simpler one that is the same. */
enum status remainder_literal(struct remainders *r, uint32_t set, bool negated, uint32_t *out);
enum status remainder_next(struct remainders *r, uint32_t a, uint32_t *out);
/* a U b or a R b between these steps; lower is 0 if upper is NO_LAST_STEP. */
enum status remainder_pair(struct remainders *r, const struct temporal_node *node, uint32_t *out);

/* *out = what is left of a function after a state with this letter. */
enum status remainder_after(struct remainders *r, uint32_t function, uint32_t letter,
                            uint32_t *out);

/* Replaces each node of a function by a function. */
struct substitution {
    enum status (*replace)(void *context, uint32_t node, uint32_t *out);
    void *context;
};
enum status remainder_replace(struct remainders *r, uint32_t function,
                              const struct substitution *by, uint32_t *out);

static inline struct temporal_node temporal_node(const struct remainders *r, uint32_t node)
{
    const uint32_t *n = number_list(&r->nodes, node);
    return (struct temporal_node){n[0], n[1], n[2], n[3], n[4]};
}
