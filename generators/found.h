/* What a program's search found: states by number and the transitions between them. The search may
 * have stopped anywhere, so a state's probabilities may sum to less than 1; the missing rest never
 * reaches the goal. The program always ends: no transition leads back. */
#pragma once

#include <stddef.h>

#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

struct found {
    uint32_t states;
    size_t moves, room;
    struct triplet *move; /* from, to, probability; a pair may come again, and adds up */
};

void found_free(struct found *found); /* accepts a zeroed one, leaves one */

/* Both states must lie below found->states when found_system is called. */
enum status found_move(struct found *found, uint32_t from, uint32_t to, double probability);

/* The system (I - A) x = b over the states that reach goal with a probability strictly between 0
 * and 1, in their order: A is the matrix restricted to them, b leads in one step to states that
 * reach goal for certain. x0 = 0, and the answer comes from substitution. Errors: ERROR_INPUT where
 * there is no such state, in the name of program; ERROR_HOST_MEMORY. */
enum status found_system(const struct found *found, const char *program, uint32_t goal,
                         struct linear *out);

/* The chain that was found: labels "init" (state root), "goal" and "deadlock" (none, as states at
 * which the program ends lead to themselves). Errors: ERROR_HOST_MEMORY. */
enum status found_chain(const struct found *found, uint32_t root, uint32_t goal, struct chain *out);
