/* Makes the chain of a model: the walk through the state space that all models share.
 *
 * The set of the states' codes (step.h) is a bitmap with counts if the product of all ranges is
 * small enough, else a hash table. The walk is breadth-first and parallel; its result does not
 * depend on the number of threads. */
#pragma once

#include "generators/model.h"

/* Builds the chain of model with these arguments and rewards (ends with a NULL name; NULL: none).
 * values: also the values of its variables in each state (chain.values).
 * Errors: ERROR_HOST_MEMORY; ERROR_INPUT if the state space is too large; ERROR_INTERRUPTED. */
enum status explore(const char *name, const struct model *model, const union argument *arguments,
                    const struct model_reward *rewards, bool values, struct chain *out);
