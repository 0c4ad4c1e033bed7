/* From a Kripke structure and an automaton to their product: a breadth-first search, parallel,
 * whose result does not depend on the number of threads.
 *
 * An edge is a pair of an automaton's edge whose formula holds in the state that is left, and a
 * successor of that state; pairs that lead to the same vertex are parallel edges. A state without
 * successors stays where it is while the automaton moves. Vertices are numbered as one thread would
 * find them that takes, for each vertex, the automaton's edges in their order and, for each, the
 * successors in theirs. */
#pragma once

#include "base/automata/automaton.h"
#include "base/automata/product.h"
#include "generators/kripke.h"

/* Looks at what is there so far each time that at least twice as many vertices were expanded as the
 * last time, but not at the whole. Which parts it sees does not depend on the number of threads.
 * stored: as below. */
struct observer {
    enum status (*look)(const struct product *part, const uint64_t *stored, void *context,
                        bool *enough);
    void *context; /* look is as watch of struct growth */
};

/* *stored (new bitmap): the vertices whose automaton state lies in a component with an accepting
 * one. automaton NULL: the structure alone, no vertex accepting or stored, and a state without
 * successors has no edge. observer may be NULL. Errors: ERROR_INPUT (an unknown proposition, or too
 * large for this machine), ERROR_HOST_MEMORY, ERROR_INTERRUPTED, and those of the observer. */
enum status explore_product(const char *name, const struct kripke *model,
                            const union argument *arguments, const struct automaton *automaton,
                            const struct observer *observer, struct product *out,
                            uint64_t **stored);

/* out[k] = the proposition of the model that the k-th of the automaton names. Errors: ERROR_INPUT
 * (unknown). */
enum status match_propositions(const char *name, const struct kripke *model,
                               const struct automaton *automaton, const struct model_label **out);
