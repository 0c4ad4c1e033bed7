/* Makes the product of a Kripke structure and an automaton by a parallel breadth-first search. The
 * result does not depend on the number of threads.
 *
 * An edge of the product is a pair of an edge of the automaton whose formula holds in the current
 * state, and a successor of that state; pairs with the same target are parallel edges. A state
 * without successors stays the same while the automaton moves. Vertices have the numbers in which a
 * single thread would find them that takes, for each vertex, the automaton's edges in their order
 * and, for each edge, the successors in their order. */
#pragma once

#include "base/automata/automaton.h"
#include "base/automata/product.h"
#include "generators/kripke.h"

/* Looks at the current part whenever at least twice as many vertices are expanded as the last time,
 * but not at the complete product. The parts do not depend on the number of threads. stored: as
 * below. */
struct observer {
    enum status (*look)(const struct product *part, const uint64_t *stored, void *context,
                        bool *enough);
    void *context; /* look and context are used like watch in struct growth */
};

/* *stored (new bitmap): the vertices whose automaton state is in a component with an accepting
 * state. automaton NULL: only the structure; no vertex is accepting or stored, and a state without
 * successors has no edge. observer may be NULL. Errors: ERROR_INPUT (an unknown proposition, or too
 * large for this machine), ERROR_HOST_MEMORY, ERROR_INTERRUPTED, and those of the observer. */
enum status explore_product(const char *name, const struct kripke *model,
                            const union argument *arguments, const struct automaton *automaton,
                            const struct observer *observer, struct product *out,
                            uint64_t **stored);

/* out[k] = the model's proposition for the automaton's k-th name. Errors: ERROR_INPUT (unknown). */
enum status match_propositions(const char *name, const struct kripke *model,
                               const struct automaton *automaton, const struct model_label **out);
