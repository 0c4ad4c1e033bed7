/* A Büchi automaton over atomic propositions: it accepts the runs that pass accepting states
 * infinitely often.
 *
 *   automaton_name, then automaton_size, then automaton_edge again and again, then automaton_finish
 */
#pragma once

#include "base/automata/boolean_formula.h"

struct automaton_edge {
    uint32_t from, to;
    struct formula formula;
};

struct automaton {
    uint32_t n; /* states */
    uint32_t initial;
    uint8_t *accepting; /* one byte a state */
    uint32_t nnames;
    char **name; /* of proposition k */
    struct formulas formulas;
    size_t nedges, room;
    uint64_t *row;               /* n + 1 offsets into edge */
    struct automaton_edge *edge; /* of each state in the order in which they came */
};

void automaton_free(struct automaton *automaton); /* accepts a zeroed one, leaves one */

/* Appends a proposition. Errors: ERROR_INPUT (the name is there, or there are MAX_PROPOSITIONS),
 * ERROR_HOST_MEMORY. */
enum status automaton_name(struct automaton *automaton, const char *name, size_t length);

/* Gives it n states, none of them accepting. */
enum status automaton_size(struct automaton *automaton, uint32_t n);

/* The states must be below n, and the formula in the automaton's pool. */
enum status automaton_edge(struct automaton *automaton, uint32_t from, uint32_t to,
                           const struct formula *formula);

/* Sorts the edges by their first states. */
enum status automaton_finish(struct automaton *automaton);

/* *out (new, one byte a state) = which states lie in a strongly connected component with an
 * accepting one: an accepting cycle stays among them. */
enum status automaton_accepting_components(const struct automaton *automaton, uint8_t **out);
