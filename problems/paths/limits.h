/* What a formula becomes in the long run of a path, if it is known which operators U hold
 * infinitely often (set X), and which operators R hold always from some state on (set Y). After
 * Esparza, Kretinsky and Sickert ("A Unified Translation of Linear Temporal Logic to
 * omega-Automata", Journal of the ACM 67, 2020):
 *
 *   guaranteed: each R of Y is true, and each other a R b becomes b U (a & b). A finite part of a
 *   path then makes it true.
 *
 *   safe: each a U b of X becomes b R (a | b), and each other U is false. A finite part of a path
 *   then makes it false.
 *
 * Operators with bounds are short for nested X: only their operands change. */
#pragma once

#include "problems/paths/remainders.h"

struct limits {
    struct remainders *remainders;
    /* *in = a node without a last step, U or R, is in X or Y */
    enum status (*is_in)(void *context, uint32_t node, bool *in);
    void *context;
    uint32_t key;                 /* what is_in depends on: results are kept for each key */
    struct memo guaranteed, safe; /* of key and function */
};

/* An empty one that borrows the others. */
struct limits limits_begin(struct remainders *r,
                           enum status (*is_in)(void *context, uint32_t node, bool *in),
                           void *context);
void limits_free(struct limits *limits);

/* *out = the function, safe or guaranteed. Errors: those of remainders.h and of is_in. */
enum status limit_function(struct limits *limits, bool safe, uint32_t function, uint32_t *out);

/* Replaces the operands of a node of NEXT, UNTIL or RELEASE by what they become. */
enum status limit_operands(struct limits *limits, bool safe, struct temporal_node *node);
