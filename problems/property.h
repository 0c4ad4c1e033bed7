/* What is asked of a chain, and the reduction of chain and property to a linear system, as PRISM's
 * sparse engine does it. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/problem.h"

/* Without a bound, one of: steady (S=?[label]), reward alone (R=?[S]), reward with goal (R=?[F
 * goal]), goal with or without avoid (P=?[!avoid U goal]). Labels may begin with '!'. NULL where
 * not given. */
struct property {
    const char *steady, *goal, *avoid;
    const double *reward; /* one number a state, as in struct reward */
    enum filter filter;
    uint64_t steps; /* P=?[F<=k goal] (with or without avoid), R=?[I=k]; 0: no bound */
    double time;    /* the same for a CTMC, P=?[F<=t goal], R=?[I=t]; 0: no bound */
    bool at_once;   /* the bound is 0, of either, and steps and time are 0 */
};

static inline bool is_bounded(const struct property *property)
{
    return property->steps || property->time > 0 || property->at_once;
}

/* What the property counts of a reward: a moment (R=?[I=t]) is worth what its state is, without
 * transitions. */
static inline const double *property_reward(const struct reward *reward,
                                            const struct property *property)
{
    const bool moment = is_bounded(property) && !property->goal;
    return moment ? reward_of_states(reward) : reward->rate;
}

struct source;

/* What a model that a generator explores is asked, but for the reward. Errors: those of
 * source_property. */
enum status explored_property(const struct source *source, struct property *out);

/* Fills the problem's system, value and facts. Errors: ERROR_INPUT (unknown label, several initial
 * states without a filter), ERROR_HOST_MEMORY. The system takes the memory of the transitions: the
 * chain may have none afterwards, whatever is returned. */
enum status reduce_fixpoint(struct chain *chain, const struct property *property,
                            struct problem *out);
enum status reduce_bounded(struct chain *chain, const struct property *property,
                           struct problem *out);
enum status reduce_steady(struct chain *chain, const struct property *property,
                          struct problem *out);

/* Both for all states of a chain, or for some side by side: state 0 is state `first` of the whole,
 * and columns are those of the whole. They fill out's a, b and x0, and take the memory of the
 * transitions. Errors: those above.
 *
 * no, yes: of certain_states. written: as in struct problem, for a CTMC; NULL: not wanted. */
enum status fixpoint_rows(struct chain *chain, uint32_t first, const double *reward,
                          const uint8_t *goal, const uint8_t *no, const uint8_t *yes,
                          struct linear *out, struct linear *written);
/* moves: where the value changes from step to step; goal or reward: the start. */
enum status bounded_rows(struct chain *chain, uint32_t first, const double *reward,
                         const uint8_t *goal, const uint8_t *moves, struct linear *out);

/* One reading of the probabilities of a DTMC, for all kinds of question: each is divided by the sum
 * of its state's row.
 *
 * Divides rows of a DTMC whose sum is further from 1 than rounding explains; others stay as they
 * are. out->divided says which, and out->reading what that and the other sums do to the numbers. Of
 * a CTMC only out->reading.balanced is set.
 *
 * Errors: ERROR_INPUT where a sum is off by more than a hundredth of what leaves the state's cycle
 * (strongly connected set) in a step; ERROR_HOST_MEMORY. */
enum status divide_by_sums(struct chain *chain, struct problem *out);

/* By which share of itself a reward may be off, because products with transitions were added to it
 * in doubles; 0 where there are none. */
double share_of_products(const struct chain *chain, const double *reward);

/* Where equations have no place for a row's sum, it counts as a share of each entry. */
struct reading sums_in_entries(struct reading reading);

/* Whether the equation of a state is more than x_i = b_i. */
static inline bool is_undecided(bool reward, uint8_t goal, uint8_t no, uint8_t yes)
{
    return yes ? reward && !goal : !reward && !no;
}

/* *out (new) = the weight of each state in a long run: reward, or 1 where the label holds. */
enum status state_weights(const struct chain *chain, const struct property *property, double **out);

/* *out (new, one byte a state) = where the label expression holds: a label of the chain, or '!' and
 * one. */
enum status label_states(const struct chain *chain, const char *expression, uint8_t **out);

/* *out (new) = the states that a path to the goal may pass, where property->avoid limits them. */
enum status states_to_pass(const struct chain *chain, const struct property *property,
                           uint8_t **out);

/* The initial states, whose values a fixpoint's or bounded problem's value is taken from, and the
 * first of them. */
enum status take_initial(const struct chain *chain, enum filter filter, struct problem *out);
