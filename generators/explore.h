/* From a model to its chain: the shared state-space walk.
 *
 * The set of the states' codes (step.h) is a bitmap with counts where the product of all ranges is
 * small enough, else a hash table. The walk is breadth-first and parallel; its result does not
 * depend on the number of threads. */
#pragma once

#include "generators/model.h"

/* Builds the chain of model with these arguments, and those of its rewards that `rewards` lists
 * (ends with a NULL name; NULL: none). Errors: ERROR_HOST_MEMORY; ERROR_INPUT where the state space
 * is too large; ERROR_INTERRUPTED. */
enum status explore(const char *name, const struct model *model, const union argument *arguments,
                    const struct model_reward *rewards, struct chain *out);
