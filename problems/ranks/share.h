/* The states of a model, distributed over the ranks: no process has all of them. States are
 * numbered as in explore (generators/explore.h), by ascending codes.
 *
 * During the search, a hash of its code decides which rank has a state. Afterwards each rank has a
 * range of numbers, all of about the same length. */
#pragma once

#include "base/status.h"
#include "generators/step.h"
#include "solvers/part_counts.h"

struct share {
    struct step step;               /* of the model; for this thread */
    uint32_t n, count;              /* number of all states, and of this rank's */
    uint64_t *code;                 /* codes of this rank's states, ascending */
    uint64_t bound[MOST_PARTS + 1]; /* codes c of rank k: bound[k] <= c < bound[k + 1] */
    uint32_t first[MOST_PARTS + 1]; /* number of each rank's first state; then n */
};

/* Finds all states; all ranks call this together. The stepper must live until share_free. Errors,
 * the same on all ranks: ERROR_HOST_MEMORY; ERROR_INPUT if there are too many. */
enum status share_find(const struct stepper *stepper, struct share *out);
void share_free(struct share *share); /* accepts a zeroed one, leaves one */

/* Rank that has a state, by its code or number. */
int share_owner(const struct share *share, uint64_t code);
int share_owner_of(const struct share *share, uint32_t number);

/* Index of the own state with this code. */
uint32_t share_index(const struct share *share, uint64_t code);

/* Number of the own state with index 0. */
uint32_t share_first(const struct share *share);
