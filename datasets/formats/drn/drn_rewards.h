/* The rewards of a DRN file while its states are read, in order, and its numbers. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* The first list of the file says how many rewards there are, and makes them; every other one must
 * be as long. */
struct drn_rewards {
    struct chain *chain; /* with n set; the rewards are added to it */
    const char *names;   /* the file's line of names, or NULL */
    size_t count;        /* 0 before the first list */
    double *list;        /* the last list read */
    size_t length, capacity;
    bool has_action;     /* list is that of the current state's action */
    uint8_t *acts;       /* per reward: some action has one */
    bool any_acts, lost; /* some reward of them; a product is too small for a normal double */
};

void drn_rewards_free(struct drn_rewards *rewards); /* leaves the chain's rewards alone */

/* A list `[x, x, ...]`, which may be missing: rewards of a state, or of its action. Errors of
 * these: ERROR_INPUT, ERROR_HOST_MEMORY. */
enum status drn_rewards_of_state(struct drn_rewards *rewards, struct lines *lines, uint32_t state);
enum status drn_rewards_of_action(struct drn_rewards *rewards, struct lines *lines);

/* After a state's lines: its rate is its own reward and `weight` times its action's. */
enum status drn_rewards_finish(struct drn_rewards *rewards, const struct lines *lines,
                               uint32_t state, double weight);

/* For CTMCs that PRISM wrote, which gives each action the reward of one of its transitions: takes
 * those rewards back that actions have a part in or that are zero everywhere, as what PRISM left
 * out may be all of them, and says why in the chain's reward_note. Errors: ERROR_HOST_MEMORY. */
enum status drn_rewards_distrust(struct drn_rewards *rewards);

/* A number that is finite and not negative, also as a quotient 1/3 of two; it ends at a blank or
 * one of `ends`. */
enum status drn_value(struct lines *lines, const char *what, const char *ends, double *out);
