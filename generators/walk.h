/* The search of all states of a model: the first half of explore.h. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "base/sparse/chain.h"
#include "generators/codes.h"
#include "generators/step.h"

struct walk {
    struct stepper stepper;
    struct codes codes;
    struct chain *chain;
    uint64_t most;      /* no fewer than the transitions of the chain; 0: not known */
    uint64_t rows;      /* of an MDP: all choices */
    atomic_ullong done; /* states found, or rows made, so far */
    atomic_bool failed; /* in one of the threads */
    atomic_bool stopped;
};

/* Finds the states, numbers them, and counts the rows of an MDP. Errors: ERROR_HOST_MEMORY;
 * ERROR_INPUT if there are too many; ERROR_INTERRUPTED. */
enum status walk_find(struct walk *walk);

/* Counts one more state; *mine: number of this thread's. Every SOME states it reports the progress,
 * and asks whether to stop. */
void walk_count(struct walk *walk, uint64_t *mine, const char *what, uint64_t total);

/* Fails because `failed` is set. */
enum status walk_failure(const struct walk *walk);
