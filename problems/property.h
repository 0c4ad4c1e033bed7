/* Properties of chains, and the reduction of a chain and a property to a linear system, as in
 * PRISM's sparse engine. */
#pragma once

#include "base/sparse/chain.h"
#include "base/sparse/choices_graph.h" /* NO_ROW */
#include "problems/problem.h"

/* A property. Without a bound it is one of: steady (S=?[label]), reward alone (R=?[S]), reward with
 * goal (R=?[F goal]), goal with or without avoid (P=?[!avoid U goal]). Labels may begin with '!'.
 * Members that are not given are NULL. */
struct property {
    const char *steady, *goal, *avoid;
    const double *reward; /* one number for each row of transitions, as in struct reward */
    enum filter filter;
    bool largest;        /* of a decision process: the largest value over all schedulers; else the
                            smallest */
    bool nature_largest; /* of an interval model: over all probabilities in the intervals, too */
    uint64_t steps;      /* P=?[F<=k goal] (with or without avoid), R=?[I=k]; 0: no bound */
    double time;         /* the same for a CTMC, P=?[F<=t goal], R=?[I=t]; 0: no bound */
    bool at_once;        /* the bound, steps or time, is 0; then steps and time are 0 */
    /* Of questions (problems/questions/). start: what is reached at the end of the bound, one
     * number for each state, with an error of at most start_off, and none where it is 0; on the
     * way, states of `avoid` make it 0. There is no goal then. */
    const double *start;
    double start_off;
    bool cumulative; /* R=?[C<=k], R=?[C<=t]: the reward until the bound */
    double rounded;  /* more relative error of each transition, of an embedded chain and others */
};

static inline bool is_bounded(const struct property *property)
{
    return property->steps || property->time > 0 || property->at_once;
}

/* Returns the numbers of a reward that the property uses. For a moment (R=?[I=t]) these are the
 * state rewards, without transition rewards. */
static inline const double *property_reward(const struct reward *reward,
                                            const struct property *property)
{
    const bool moment = is_bounded(property) && !property->goal;
    return moment ? reward_of_states(reward) : reward->rate;
}

struct source;

/* Sets the property of a model that a generator explores, except its reward. Errors: those of
 * source_property. */
enum status explored_property(const struct source *source, struct property *out);

/* These functions fill the problem's system, value and facts. Errors: ERROR_INPUT (unknown label,
 * several initial states without a filter), ERROR_HOST_MEMORY. The system takes the memory of the
 * transitions: the chain may have none afterwards, also after errors. */
enum status reduce_fixpoint(struct chain *chain, const struct property *property,
                            struct problem *out);
enum status reduce_bounded(struct chain *chain, const struct property *property,
                           struct problem *out);
enum status reduce_steady(struct chain *chain, const struct property *property,
                          struct problem *out);
/* The same for a decision process: goal, with or without avoid, or reward with goal, no bound; all
 * that has a bound in steps; and long runs: steady, or reward alone. */
enum status reduce_optimum(struct chain *chain, const struct property *property,
                           struct problem *out);
enum status reduce_best_steps(struct chain *chain, const struct property *property,
                              struct problem *out);
enum status reduce_best_long_run(struct chain *chain, const struct property *property,
                                 struct problem *out);

/* *out (new, one byte for each state) = where some scheduler of a decision process can stay for
 * ever and is paid nothing. reward: one number for each row. Errors: ERROR_HOST_MEMORY. */
enum status quiet_states(const struct chain *chain, const double *reward, uint8_t **out);

/* The same for states of end components of which no row pays. */
enum status quiet_ends(const struct chain *chain, const double *reward, uint8_t **out);

/* *out = a chain with one more state, the end: each transition is taken with the probability of
 * `discount`, below 1, else the path ends. It has the label init. *rounded = relative error of its
 * probabilities. Errors: ERROR_HOST_MEMORY. */
enum status end_by_discount(const struct chain *chain, double discount, struct chain *out,
                            double *rounded);

/* A decision process in which each end component is one state, with the rows that leave it, and a
 * last state is the end. From a component there are rows to the end, one for each way in which a
 * path may end in it; without any there is a row that stays for ever. */
struct merged_ends {
    struct chain chain; /* has the label init */
    uint32_t *state;    /* for each old state, the new one */
    uint32_t *row_of;   /* for each new row, the old one; to the end, the number of old rows and the
                           way; NO_ROW: there is none */
    double rounded;     /* relative error of the probabilities, where some were added up */
};

/* allowed: rows that a path may take for ever (NULL: all): the components are theirs. ways: for
 * each state, how many ways its component has. Errors: ERROR_HOST_MEMORY. Free *out, also after
 * errors.
 */
enum status merge_ends(const struct chain *chain, const uint8_t *allowed, const uint8_t *ways,
                       struct merged_ends *out);
void merged_ends_free(struct merged_ends *merged); /* accepts a zeroed one */

/* fixpoint_rows and bounded_rows make the rows of all states of a chain, or of some consecutive
 * ones: state 0 is then state out->a.first of the whole chain, and columns are those of the whole.
 * They fill out's a, b and x0, and take the memory of the transitions. Errors: those above.
 *
 * no, yes: from certain_states. written: as in struct problem, for a CTMC; may be NULL. */
enum status fixpoint_rows(struct chain *chain, const double *reward, const uint8_t *goal,
                          const uint8_t *no, const uint8_t *yes, struct linear *out,
                          struct linear *written);
/* moves: states whose value changes from step to step; goal or reward: the start. */
enum status bounded_rows(struct chain *chain, const double *reward, const uint8_t *goal,
                         const uint8_t *moves, struct linear *out);

/* Normalizes the probabilities of a DTMC, for all kinds of properties, and of an MDP, for bounds in
 * steps: each probability means itself divided by the sum of its row.
 *
 * Divides rows whose sum is further from 1 than rounding explains; other rows stay
 * unchanged. out->divided counts them, and out->reading has the errors that follow from this
 * division and from the other sums. For a CTMC only sets out->reading.balanced.
 *
 * Errors: ERROR_INPUT if a sum of a DTMC is off by more than a hundredth of the probability of
 * leaving the state's cycle (strongly connected set) in one step; ERROR_HOST_MEMORY. */
enum status divide_by_sums(struct chain *chain, struct problem *out);

/* Relative error of the rewards from products with transitions that were added in doubles; 0 if
 * there are none. */
double share_of_products(const struct chain *chain, const double *reward);

/* Upper bound of how far the sum of a row is from 1. */
double share_of_row_sum(const struct csr *rows, uint32_t row);

/* Moves the error of the row sums into the entries, for equations that do not use these sums. */
struct reading sums_in_entries(struct reading reading);

/* Returns whether the equation of a state has more than x_i = b_i. */
static inline bool is_undecided(bool reward, uint8_t goal, uint8_t no, uint8_t yes)
{
    return yes ? reward && !goal : !reward && !no;
}

/* *out (new) = the weight of each state in a long run: its reward, or 1 if the label holds. */
enum status state_weights(const struct chain *chain, const struct property *property, double **out);

/* *out (new, one byte for each state) = the states in which the expression holds: a label of the
 * chain, or '!' and a label. */
enum status label_states(const struct chain *chain, const char *expression, uint8_t **out);

/* *out (new) = the states through which a path to the goal may go; unchanged if property->avoid is
 * NULL. */
enum status states_to_pass(const struct chain *chain, const struct property *property,
                           uint8_t **out);

/* Sets the initial states, which determine the value of a fixpoint or bounded problem, and the
 * first of them. */
enum status take_initial(const struct chain *chain, enum filter filter, struct problem *out);
