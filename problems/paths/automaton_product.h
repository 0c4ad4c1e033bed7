/* The product of a chain and a deterministic automaton with any acceptance condition. */
#pragma once

#include "base/automata/automaton.h"
#include "problems/paths/path_product.h"

/* Makes the product from all states in `from` (one byte each; NULL: all). holds: for each
 * proposition of the automaton, one byte for each state of the chain. The automaton reads the
 * states of a path from the first one on, and accepts it if the sets that it visits infinitely
 * often satisfy the acceptance; a state for which it has no edge ends in rejection. Accepted are
 * the accepting closed classes.
 *
 * Errors: ERROR_INPUT (two different edges for a state of the chain: the automaton is not
 * deterministic; too many states); ERROR_HOST_MEMORY. *out is zeroed then. */
enum status automaton_product_make(const struct chain *chain, const struct automaton *automaton,
                                   const uint8_t *const *holds, const uint8_t *from,
                                   struct path_product *out);
