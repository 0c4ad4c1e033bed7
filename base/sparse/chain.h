/* A finite Markov chain or decision process (MDP) with labels, as readers and model generators
 * produce it and problems/ reduces it to a system. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sparse/csr.h"
#include "base/status.h"

enum chain_type { CHAIN_UNKNOWN, CHAIN_DTMC, CHAIN_CTMC, CHAIN_MDP };

/* dtmc, ctmc, mdp: as files and keys name them, from CHAIN_DTMC on; ends with NULL. */
extern const char *const chain_type_words[];

static inline const char *chain_type_word(enum chain_type type)
{
    return chain_type_words[type - CHAIN_DTMC];
}

/* DTMC, CTMC, MDP. */
const char *chain_type_title(enum chain_type type);

struct label {
    char *name;
    uint8_t *holds; /* one byte for each state, 0 or 1 */
};

struct reward {
    char *name;
    double *rate;  /* one number for each row of transitions: rho_i + sum_j R(i,j) iota(i,j), with
                      state rewards rho and transition rewards iota; in an MDP also the reward of
                      the choice */
    double *state; /* rho_i, one number for each state; NULL: there are only state rewards, and
                      rate is the same for each row of a state */
    bool mixed;    /* perhaps transitions of one row have different rewards: rate has their mean */
};

/* Names of the choices of an MDP. */
struct actions {
    uint32_t *of; /* for each choice, an index of name, or NO_ACTION; NULL: no choice has one */
    size_t count;
    char **name;
};

#define NO_ACTION UINT32_MAX

void actions_free(struct actions *actions); /* accepts zeroed ones, leaves them */

/* Returns whether the probabilities of a state sum to 1 closely enough; staying: probability of its
 * self-loop, leaving: sum of the others. Answers are divided by 1 - staying, so the sum may be off
 * by at most tolerance * leaving. If the state has only a self-loop, nothing is divided, and the
 * sum may be off by tolerance. */
bool chain_row_fits(double staying, double leaving, double tolerance);

/* Rounding errors in the numbers of a chain: upper bounds on how many roundings to double lie
 * between the intended number and the stored one, in addition to the one rounding of any number
 * read from a file. The bounds hold only for sums whose terms all have the same sign. */
struct chain_rounding {
    uint64_t transitions, rewards;
    bool lost; /* the bounds do not hold for some number: it was too small for a normal double, or
                  came from a subtraction */
};

/* transitions holds probabilities (DTMC, MDP: every row sums to 1) or rates (CTMC: positive),
 * self-loops included, duplicates added up, every state with at least one transition (a deadlock
 * has a self-loop of 1).
 *
 * In an MDP, a row is a choice. The choices of a state are consecutive rows in the order of the
 * file or model. Choices may be equal, and are never merged. */
struct chain {
    enum chain_type type;
    struct csr transitions;
    double *upper;   /* interval models (of type MDP, perhaps with a choice for each state), else
                        NULL: each transition has a probability from transitions.val, which is above
                        0, to this one. Then rows need not sum to 1, but some probabilities between
                        the bounds do */
    uint32_t *group; /* MDP: ngroups + 1 numbers: state i owns rows group[i] .. group[i + 1] - 1, at
                        least one. NULL: a row for each state */
    uint32_t ngroups;       /* MDP: number of states; else 0 */
    struct actions actions; /* MDP */
    size_t nlabels;
    struct label *labels; /* always has "init" (at least one state) and "deadlock" */
    size_t nrewards;
    struct reward *rewards;
    bool all_reached;  /* known: the only initial state reaches all others */
    bool found_dtmc;   /* the file does not say its type, and each row sums to 1: a DTMC, or a CTMC
                          that leaves each state with rate 1. Bounds are steps in the one, times in
                          the other; all else is the same */
    char *variables;   /* "(a,b)" from a .sta file, or NULL */
    int32_t *values;   /* value of variable k in state i at [k * states + i], false as 0 and true as
                          1; NULL: not known, or some are no such numbers */
    uint8_t *truths;   /* with values: whether variable k is true or false, and no number */
    char *reward_note; /* why a reward of the file is not among them, for messages; or NULL */
    struct chain_rounding rounding;
};

/* Returns a state that is known to reach all others, or UINT32_MAX. */
uint32_t chain_source(const struct chain *chain);

/* Number of states; each has one row of transitions, or more in an MDP. */
static inline uint32_t chain_states(const struct chain *chain)
{
    return chain->group ? chain->ngroups : chain->transitions.rows;
}

/* Name of the action of a row, or NULL. */
static inline const char *action_of(const struct chain *chain, uint32_t row)
{
    const uint32_t *of = chain->actions.of;
    return of && of[row] != NO_ACTION ? chain->actions.name[of[row]] : NULL;
}

/* The first row of a state; that of chain_states(chain) is the number of rows. */
static inline uint32_t chain_row(const struct chain *chain, uint32_t state)
{
    return chain->group ? chain->group[state] : state;
}

/* Updates chain->rounding after rewards became rho_i + sum_j R(i,j) iota(i,j); roundings: bound for
 * each iota. */
void chain_add_products(struct chain *chain, uint64_t roundings);

/* Returns whether chain->rounding describes all transitions and rewards: `lost` is false, and every
 * number is 0 or a normal double. reward: one number for each state, or NULL. */
bool chain_rounding_is_known(const struct chain *chain, const double *reward);

/* Returns which variable has this name, or SIZE_MAX. */
size_t chain_variable(const struct chain *chain, const char *name, size_t length);

/* Returns OK, or ERROR_UNSUPPORTED if probabilities are intervals, which no format writes. */
enum status chain_check_written(const struct chain *chain);

/* Frees everything and zeroes; accepts a zeroed chain. */
void chain_free(struct chain *chain);

/* Adds a label of n zero bytes and returns its bytes through holds. The name must be new. */
enum status chain_add_label(struct chain *chain, const char *name, uint8_t **holds);

/* The label called name, or NULL. */
const struct label *chain_label(const struct chain *chain, const char *name);

/* The same for rewards; their numbers start uninitialised. */
enum status chain_add_reward(struct chain *chain, const char *name, double **rate);
const struct reward *chain_reward(const struct chain *chain, const char *name);

/* Prepares a reward for transition rewards: *state = reward->state, which gets the numbers of
 * reward->rate if it does not exist yet. Errors: ERROR_HOST_MEMORY. */
enum status reward_split(const struct chain *chain, struct reward *reward, double **state);

/* State rewards rho of a DTMC or CTMC without transition rewards: one number for each state. */
static inline const double *reward_of_states(const struct reward *reward)
{
    return reward->state ? reward->state : reward->rate;
}

/* The same for one state, also of an MDP. */
static inline double reward_of_state(const struct chain *chain, const struct reward *reward,
                                     uint32_t state)
{
    return reward->state ? reward->state[state] : reward->rate[chain_row(chain, state)];
}

/* Sum of the rates of a row, which is the exit rate of its state; 1 unless it is a CTMC. */
double chain_exit(const struct chain *chain, uint32_t row);

/* Divisor of a sum of transition rewards. In a CTMC: 1. Else the sum of the row's probabilities,
 * which may differ slightly from 1, rounded only once. */
double chain_divisor(const struct chain *chain, uint32_t row);

/* Transition reward iota that all transitions of a row of the state can have in common, so that the
 * reward's rate stays the same; exit: sum of the values of these transitions. */
static inline double reward_of_transitions(const struct reward *reward, uint32_t state,
                                           uint32_t row, double exit)
{
    return reward->state ? (reward->rate[row] - reward->state[state]) / exit : 0;
}
