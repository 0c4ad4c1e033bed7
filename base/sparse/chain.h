/* A finite Markov chain with labels, as readers and model generators produce it and problems/
 * reduces it to a system. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sparse/csr.h"
#include "base/status.h"

enum chain_type { CHAIN_UNKNOWN, CHAIN_DTMC, CHAIN_CTMC };

struct label {
    char *name;
    uint8_t *holds; /* one byte a state, 0 or 1 */
};

struct reward {
    char *name;
    double *rate;  /* one number a state: rho_i + sum_j R(i,j) iota(i,j), rho being state rewards,
                      iota transition rewards */
    double *state; /* rho_i; NULL: there are no transition rewards, and rate is the same */
};

/* Whether the probabilities of a state, of staying and of leaving it, sum to 1 closely enough: the
 * sum may be off by tolerance times leaving, because answers are divided by 1 - staying, which is
 * off by as much. Where the state only stays, nothing is divided, and the sum may be off by
 * tolerance. */
bool chain_row_fits(double staying, double leaving, double tolerance);

/* How the numbers of a chain came from those that were meant: by so many roundings to a double at
 * most, of which no sum has terms of two signs, beyond the one that any number of a file takes. */
struct chain_rounding {
    uint64_t transitions, rewards;
    bool lost; /* some number is off by more: it is too small for a normal double, or a difference
                */
};

/* transitions holds probabilities (DTMC: every row sums to 1) or rates (CTMC: positive), self-loops
 * included, duplicates added up, every state with at least one transition (a deadlock has a
 * self-loop of 1). */
struct chain {
    enum chain_type type;
    struct csr transitions;
    size_t nlabels;
    struct label *labels; /* always has "init" (at least one state) and "deadlock" */
    size_t nrewards;
    struct reward *rewards;
    char *variables;   /* "(a,b)" from a .sta file, or NULL */
    char *reward_note; /* why a reward of the file is not among them, for messages; or NULL */
    struct chain_rounding rounding;
};

/* Rewards have become rho_i + sum_j R(i,j) iota(i,j), where iota was rounded so many times. */
void chain_add_products(struct chain *chain, uint64_t roundings);

/* Whether chain->rounding says all of transitions and rewards: nothing is lost, and none of them is
 * below the normal numbers but 0. reward: one number a state, or NULL. */
bool chain_rounding_is_known(const struct chain *chain, const double *reward);

/* Frees everything and zeroes; accepts a zeroed chain. */
void chain_free(struct chain *chain);

/* Adds a label of n zero bytes and returns its bytes through holds. The name must be new. */
enum status chain_add_label(struct chain *chain, const char *name, uint8_t **holds);

/* The label called name, or NULL. */
const struct label *chain_label(const struct chain *chain, const char *name);

/* The same for rewards; their numbers start uninitialised. */
enum status chain_add_reward(struct chain *chain, const char *name, double **rate);
const struct reward *chain_reward(const struct chain *chain, const char *name);

/* What a reward of n states has in its rate is rho, and transition rewards come: *state, which is
 * reward->state, is a copy of it (where there is none yet). Errors: ERROR_HOST_MEMORY. */
enum status reward_split(struct reward *reward, uint32_t n, double **state);

/* What a moment is worth, where transitions do not count, or a step. */
static inline const double *reward_of_states(const struct reward *reward)
{
    return reward->state ? reward->state : reward->rate;
}

/* How often transitions come: sum_j R(state,j), in a DTMC 1. */
double chain_exit(const struct chain *chain, uint32_t state);

/* What a sum of transition rewards is divided by: in a DTMC the sum of the state's probabilities,
 * which may be off from 1, rounded once; in a CTMC 1. */
double chain_divisor(const struct chain *chain, uint32_t state);

/* iota, the same for all transitions of a state whose values sum to exit, so that rate is what it
 * is.
 */
static inline double reward_of_transitions(const struct reward *reward, uint32_t state, double exit)
{
    return reward->state ? (reward->rate[state] - reward->state[state]) / exit : 0;
}
