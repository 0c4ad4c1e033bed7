/* Lines of text formats that have one for each transition of a chain: `source target value`, and
 * `source choice target value` of an MDP. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"
#include "datasets/text/printer.h"

/* actions: behind the value, where the choice has one. */
void print_transitions(struct printer *to, const struct chain *chain, bool actions);

/* The same with the transition rewards (reward_of_transitions) of rows where they are not 0, and
 * the number of these lines. */
void print_transition_rewards(struct printer *to, const struct chain *chain,
                              const struct reward *reward);
uint64_t count_transition_rewards(const struct chain *chain, const struct reward *reward);
