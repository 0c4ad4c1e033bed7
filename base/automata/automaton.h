/* An automaton over atomic propositions. A Büchi automaton accepts the runs that visit accepting
 * states infinitely often. One with another acceptance has a formula over the acceptance sets that
 * a run visits infinitely often.
 *
 * Order of the calls: automaton_name for each proposition, automaton_size, automaton_edge for each
 * edge, automaton_finish. */
#pragma once

#include "base/automata/boolean_formula.h"

struct automaton_edge {
    uint32_t from, to;
    uint64_t marks; /* acceptance sets, one bit each, of the edge and of its first state */
    struct guard formula;
};

/* Acceptance sets, at most. */
enum { AUTOMATON_MOST_SETS = 32 };

struct automaton {
    uint32_t n; /* states */
    uint32_t initial;
    uint8_t *accepting; /* one byte for each state */
    uint32_t nnames;
    char **name; /* of proposition k */
    struct guards formulas;
    uint32_t nsets;          /* of acceptance; 0: only `accepting` counts */
    struct guard acceptance; /* over propositions k: set k is visited infinitely often, and
                                AUTOMATON_MOST_SETS + k: what is outside of set k */
    size_t nedges, room;
    uint64_t *row;               /* n + 1 offsets into edge */
    struct automaton_edge *edge; /* for each state, in the order in which they were added */
};

void automaton_free(struct automaton *automaton); /* accepts a zeroed one, leaves one */

/* Appends a proposition. Errors: ERROR_INPUT (the name exists, or there are MAX_PROPOSITIONS),
 * ERROR_HOST_MEMORY. */
enum status automaton_name(struct automaton *automaton, const char *name, size_t length);

/* Gives the automaton n states, none of them accepting. */
enum status automaton_size(struct automaton *automaton, uint32_t n);

/* Adds an edge. The states must be below n, and the formula in the automaton's pool. */
enum status automaton_edge(struct automaton *automaton, uint32_t from, uint32_t to,
                           const struct guard *formula);

/* Sorts the edges by their source states. */
enum status automaton_finish(struct automaton *automaton);

/* *out (new, one byte for each state) = whether the state is in a strongly connected component with
 * an accepting state. Accepting cycles consist of such states. */
enum status automaton_accepting_components(const struct automaton *automaton, uint8_t **out);
