/* Reads the rewards of a DRN file while its states are read, in order, and its numbers. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* The first list of the file determines the number of rewards and creates them; all others must
 * have the same length. */
struct drn_rewards {
    struct chain *chain; /* with a row for each state; the rewards are added to it */
    const char *names;   /* the file's line of names, or NULL */
    size_t count;        /* 0 before the first list */
    double *list;        /* the last list read */
    double *own;         /* the rewards of the current state */
    size_t length, capacity;
    size_t room;         /* rows for which the rewards have room */
    bool has_action;     /* `list` is that of the current row's action */
    uint8_t *acts;       /* for each reward: whether some action has it */
    bool any_acts, lost; /* whether some action has a reward; a product was too small for a normal
                            double */
};

void drn_rewards_free(struct drn_rewards *rewards); /* leaves the chain's rewards alone */

/* Read a list `[x, x, ...]`, which may be missing: rewards of a state, or of its action. Errors:
 * ERROR_INPUT, ERROR_HOST_MEMORY. */
enum status drn_rewards_of_state(struct drn_rewards *rewards, struct lines *lines);
enum status drn_rewards_of_action(struct drn_rewards *rewards, struct lines *lines);

/* Computes the rates of a row after its last line: the reward of its state plus `weight` times its
 * action's. */
enum status drn_rewards_finish(struct drn_rewards *rewards, const struct lines *lines,
                               uint32_t state, uint32_t row, double weight);

/* Ends the rewards after the last row. */
void drn_rewards_end(struct drn_rewards *rewards);

/* For CTMCs that PRISM wrote: PRISM gives each action the reward of only one of its transitions.
 * Removes the rewards that actions have, and those that are zero everywhere, because PRISM may have
 * left out other parts of them; the chain's reward_note explains this. Errors:
 * ERROR_HOST_MEMORY. */
enum status drn_rewards_distrust(struct drn_rewards *rewards);

/* Reads a finite number that is not negative, also a quotient such as 1/3. It ends at a blank or
 * one of `ends`. */
enum status drn_value(struct lines *lines, const char *what, const char *ends, double *out);
