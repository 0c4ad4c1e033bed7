/* The product of a chain or decision process and a path formula of linear temporal logic. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"

/* States of the product are pairs of a chain's state and of what is left of the formula after this
 * state was read. */
struct path_product {
    /* The type of the given chain. Transitions between pairs are those between their states, row by
     * row; a state where nothing is left, or nothing can be satisfied, has one row, a self-loop of
     * 1. Labels: init (the starts of the given chain's initial states) and deadlock (its
     * deadlocks); no rewards. */
    struct chain chain;
    uint32_t *state_of; /* for each state of the product: the chain's state in it */
    uint32_t *start_of; /* for each state of the given chain: the state of the product where its
                           paths begin; UINT32_MAX where from is 0 */
    /* One byte for each state of the product: 1 where the path so far satisfies the formula
     * whatever comes (co-safe), or in an accepting closed class or end component. The formula's
     * probability, or the largest one, is that of reaching these states. */
    uint8_t *accepted;
};

/* Makes the product from all states in `from` (one byte each; NULL: all). formula: path operators,
 * NOT, AND, OR, IMPLIES, IFF, TRUE, FALSE and ATOM, whose sets of states are atoms[k] (one byte for
 * each state). Bounds of path operators are whole numbers (FORMULA_NUMBER) and count steps; all
 * bounds of a CTMC are refused. a W[l,u] b is !((a & !b) U[l,u] (!a & !b)), as in PRISM. co_safe:
 * only a formula whose truth each good path shows after finitely many steps is taken (for rewards
 * until then), and accepted are only states where nothing is left to be satisfied.
 * Sets that hold in all states count as true, in none as false, and equal sets as one. X is always
 * one step: a reward until X true is that of one step, as in PRISM.
 *
 * Errors: ERROR_INPUT (not co-safe; more than 2^32 - 2 states, or more than a million different
 * remainders of the formula); ERROR_HOST_MEMORY. *out is zeroed then. */
enum status path_product_make(const struct chain *chain, const struct formula *formula,
                              const uint8_t *const *atoms, const uint8_t *from, bool co_safe,
                              struct path_product *out);
void path_product_free(struct path_product *product);

struct pair_graph;

/* Steps that products share. The first adds the pairs where the paths of the states in `from` begin
 * (one byte each; NULL: all), with what is left of `first` after the state (of a graph that only
 * counts: with the count `first`), and all that they reach; the second moves the graph into the
 * product, and adds the labels. Errors: ERROR_HOST_MEMORY; those of pair_graph_explore. */
enum status product_explore(struct pair_graph *graph, uint32_t first, const uint8_t *from,
                            struct path_product *out);
enum status product_take(struct pair_graph *graph, struct path_product *out);
