/* The states of a model, of which each rank has its share: no process has all of them. Numbers of
 * states are those of explore (generators/explore.h): by ascending codes.
 *
 * While states are found, a rank has those whose hash falls to it. Afterwards the shares are ranges
 * of numbers, of about the same length. */
#pragma once

#include "base/status.h"
#include "generators/step.h"
#include "solvers/part_counts.h"

struct share {
    struct step step;               /* for this thread; of the model */
    uint32_t n, count;              /* states of all, and of this rank */
    uint64_t *code;                 /* of its own, ascending */
    uint64_t bound[MOST_PARTS + 1]; /* codes of rank k are below bound[k + 1], not bound[k] */
    uint32_t first[MOST_PARTS + 1]; /* the number of the first state of each rank, and n */
};

/* Finds all states; all ranks together. The stepper stays until share_free. Errors, the same on all
 * ranks: ERROR_HOST_MEMORY; ERROR_INPUT where there are too many. */
enum status share_find(const struct stepper *stepper, struct share *out);
void share_free(struct share *share); /* accepts a zeroed one, leaves one */

/* Whose a state is, by code or number. */
int share_owner(const struct share *share, uint64_t code);
int share_owner_of(const struct share *share, uint32_t number);

/* Which of the own states has this code. */
uint32_t share_index(const struct share *share, uint64_t code);

/* The number of the own state 0. */
uint32_t share_first(const struct share *share);
