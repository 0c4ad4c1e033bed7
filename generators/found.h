/* The result of a program's search: states by number, and the transitions between them. The search
 * may have stopped anywhere, so a state's probabilities may sum to less than 1; the missing rest
 * never reaches the goal. The program always ends: there are no cycles. */
#pragma once

#include <stddef.h>

#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

struct found {
    uint32_t states;
    size_t moves, room;
    struct triplet *move; /* from, to, probability; those of the same pair are added up */
};

void found_free(struct found *found); /* accepts a zeroed one, leaves one */

/* Adds a transition. Both states must be below found->states when found_system is called. */
enum status found_move(struct found *found, uint32_t from, uint32_t to, double probability);

/* Makes the system (I - A) x = b of the states that reach the goal with a probability strictly
 * between 0 and 1, in their order. A is the matrix restricted to these states, and b the
 * probability of going in one step to a state that reaches the goal certainly. x0 = 0; the answer
 * is computed by substitution. Errors: ERROR_INPUT if there is no such state, with the name
 * `program`; ERROR_HOST_MEMORY. */
enum status found_system(const struct found *found, const char *program, uint32_t goal,
                         struct linear *out);

/* Makes the chain of all states, with labels "init" (state root), "goal" and "deadlock" (no state,
 * because final states get self-loops). Errors: ERROR_HOST_MEMORY. */
enum status found_chain(const struct found *found, uint32_t root, uint32_t goal, struct chain *out);
