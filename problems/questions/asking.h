/* Answers questions on a chain, inside out. Internal to problems/questions/. */
#pragma once

#include "problems/property.h"
#include "problems/questions/numbers.h"
#include "problems/source.h"

/* Questions inside a question, each once: their texts. */
struct inside {
    size_t count;
    char **text;
};

/* The chain and what has been proven so far. */
struct asking {
    const struct source *source;
    struct chain *chain;
    const struct formula *question; /* the P, S or R that is made */
    struct inside inside;           /* the questions inside the question that were proven */
    uint64_t unnamed; /* and numbers that were proven and that no question of its own asks for */
    double seconds;   /* all that took this time */
};

double seconds_now(void);

/* Returns the type of a source with a question, as far as its text says: perhaps
 * CHAIN_UNKNOWN. */
enum chain_type source_chain_type(const struct source *source);

/* Adds a question P, S or R that is asked of all states, unless it is there. Its comparison does
 * not matter: its numbers are proven. Errors: ERROR_HOST_MEMORY. */
enum status inside_add(const struct source *source, const struct formula *question,
                       struct inside *inout);
void inside_free(struct inside *inside); /* accepts a zeroed one */

/* Adds what must be proven before the question P, S or R is one reduction; and what must be proven
 * for a formula of which the truth or the number in all states is needed. Neither needs more of
 * asking's chain than its type. */
enum status list_parts(struct asking *asking, const struct formula *question);
enum status list_inside(struct asking *asking, const struct formula *formula);

/* *out (new) = the question about what is reached from the lower bound of its path on. Errors:
 * ERROR_HOST_MEMORY. */
enum status question_after(const struct formula *question, double lower, double upper,
                           struct formula **out);

/* Returns ERROR_INPUT with a message about the part of the user's text where formula stands. */
enum status asked_wrong(const struct asking *asking, const struct formula *formula,
                        const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Fail with ERROR_INPUT because nothing has this name, and say which may be meant. */
enum status unknown_variable(const struct asking *asking, const struct formula *formula);
enum status unknown_constant(const struct asking *asking, const struct formula *formula);
enum status unknown_asked_label(const struct asking *asking, const struct formula *formula);
enum status unknown_asked_reward(const struct asking *asking, const struct formula *formula);

/* Returns OK, or ERROR_INPUT if the model is an MDP; what: what cannot be asked of one. */
enum status asked_of_chain(const struct asking *asking, const struct formula *formula,
                           const char *what);

/* *out = the schedulers whose number a comparison of a question is about: all of them, so the worst
 * decides. Errors: ERROR_INPUT for Pmax>=p and the like of an MDP. */
enum status compared_schedulers(const struct asking *asking, const struct formula *formula,
                                enum formula_best *out);

/* *out = the schedulers that a question about an MDP means; where each state has one choice, all
 * are the same. Errors: ERROR_INPUT if it does not say so; those of compared_schedulers. */
enum status asked_schedulers(const struct asking *asking, const struct formula *formula,
                             enum formula_best *out);

/* Returns OK, or ERROR_INPUT if a question of this kind cannot be asked of a model with intervals;
 * of other models: if it says min and max twice. */
enum status check_intervals_asked(const struct asking *asking, const struct formula *root);

/* Returns whether the formula is a truth value in each state; otherwise it is a number. */
bool formula_is_truth(const struct asking *asking, const struct formula *formula);

/* Return whether an operator of paths stands outside of the questions in the formula, and whether
 * it is a path of one such operator. */
bool has_path(const struct formula *formula);
bool is_simple(const struct formula *path);

/* Reads the bounds of a path; *upper = infinity if there is none. In a DTMC or MDP they are
 * whole numbers, and a strict bound is the next one. Errors: ERROR_INPUT with the column. */
enum status read_bounds(struct asking *asking, const struct formula *path, double *lower,
                        double *upper);

/* Returns what has such bounds: "a DTMC", "an MDP". */
const char *counting(const struct asking *asking);

/* The schedulers that a comparison is about: all of them, so the worst decides. */
enum formula_best worst_schedulers(const struct formula *formula);

/* *out (new, one enum truth for each state). Errors: ERROR_INPUT with the column; those of proofs
 * and reductions. */
enum status truth_in_states(struct asking *asking, const struct formula *formula, uint8_t **out);

/* The same for formulas that are clear in all states; otherwise ERROR_INPUT names one. */
enum status states_where(struct asking *asking, const struct formula *formula, uint8_t **out);

/* *out (new) = the number of each state. */
enum status numbers_in_states(struct asking *asking, const struct formula *formula,
                              struct numbers *out);

/* [*low, *high] = a finite number that is the same in all states, such as a bound; and the limit of
 * a question, which is a probability if the question is P or S. */
enum status constant_number(struct asking *asking, const struct formula *formula, double *low,
                            double *high);
enum status limit_number(struct asking *asking, const struct formula *formula, double *low,
                         double *high);

/* The sets of states in a path, and the path with ATOM in their places. */
struct atoms {
    size_t count;
    uint8_t **set;
};

enum status atoms_of_path(struct asking *asking, const struct formula *path, struct atoms *out,
                          struct formula **with_atoms);
void atoms_free(struct atoms *atoms);

/* Returns status. The message of ERROR_INPUT, about the path with atoms, becomes one about the
 * user's text: at its own column if it has one, else at that of the path. */
enum status about_path(const struct asking *asking, const struct formula *path, enum status status);

/* Value of a filter: between low and high; of a truth value, 0 or 1; range: low and high are the
 * least and the largest number of its states, each known up to `off`. */
struct filtered {
    double low, high, off;
    bool range;
};

enum status filter_value(struct asking *asking, const struct formula *formula,
                         struct filtered *out);

/* Returns OK, or ERROR_INPUT if the filter's operator is not for what is filtered. */
enum status check_filtered(const struct asking *asking, const struct formula *filter);

/* *path = its negation; after errors NULL. */
enum status negate(struct formula **path);

/* Whether a question is about several objectives, and whether its answer is a number. */
bool formula_asks_value(const struct formula *multi);

/* Answers multi(...) in the initial state: *low and *high = an interval of its number, or of its
 * truth as 0 and 1. */
enum status multi_value(struct asking *asking, const struct formula *multi, double *low,
                        double *high);

/* Returns whether two values of multi are asked, and *out = their curve. */
bool asks_curve(const struct formula *formula);
enum status multi_curve(struct asking *asking, const struct formula *multi, struct best_pairs *out);

/* Returns what a filter's operator does with the numbers of a problem; FILTER_NONE: something
 * else. */
enum filter filter_of_operator(const char *operator);

/* A question as one reduction: of a chain of its own and a property. */
struct elementary {
    struct chain chain; /* has the label init, and the labels and the reward of the property */
    struct property property;
    uint32_t *start_of; /* for each state of the question's chain: the state of this chain whose
                           number it has; NULL: the same one */
    bool complement;    /* the number is 1 - x */
    bool discounted;    /* the last state is the end, and not one of the model */
    bool searched;      /* a search of the graph, which is trusted, found the goal */
    bool known;         /* there is nothing to solve: the numbers are 1 in the states of the label
                           that property.goal names, and 0 elsewhere */
    double *start;      /* what the property points to */
    int labels;         /* labels that were added so far */
};

/* Prepares a question P, R or S (its comparison does not matter). take: asking's chain is used up,
 * and has no transitions afterwards. from: the states for which it is asked, one byte
 * each; NULL: all. */
enum status elementary_make(struct asking *asking, const struct formula *formula, bool take,
                            const uint8_t *from, struct elementary *out);
void elementary_free(struct elementary *elementary); /* accepts a zeroed one */

/* Makes the problem, which has the chain's memory afterwards. `selected` (one byte for each of the
 * n states of the question's chain): the states of the filter; NULL: all of the elementary chain.
 */
enum status elementary_reduce(struct elementary *elementary, const uint8_t *selected, uint32_t n,
                              enum filter filter, struct problem *out);

/* *out (new) = the number of each state of asking's chain, by a proof. question: the question that
 * asks for them; NULL: none does. */
enum status elementary_numbers(struct asking *asking, const struct formula *question,
                               struct elementary *elementary, struct numbers *out);

/* The numbers of a long run, S=?[...] and R=?[S], from each state. */
enum status long_run_numbers(struct asking *asking, const struct formula *formula,
                             struct numbers *out);

/* Steps of elementary_make that several files share.
 *
 * chain_of_question: *out = the chain without labels but init; with asking's memory if `take`.
 * set_bound: sets a bound of steps or time. read_moment: *out = the time of C<=t and I=t.
 * make_reward: R. make_product: a path of several operators; reward: the question, if it is for a
 * reward until the path is satisfied; NULL: a probability.
 * add_set: adds a label with these states (one byte for each state of the chain, `states` of them,
 * or, with state_of, of the question's chain) and returns its name; "!NAME" if negated.
 * add_reward: adds the reward that R{"name"}=? names, and *out = its numbers; state rewards alone
 * if `moment`. */
enum status chain_of_question(struct asking *asking, bool take, struct chain *out);
enum status set_bound(struct asking *asking, double bound, struct elementary *out);
enum status make_reward(struct asking *asking, const struct formula *formula, bool take,
                        const uint8_t *from, struct elementary *out);
enum status make_product(struct asking *asking, const struct formula *path,
                         const struct formula *reward, const uint8_t *from, struct elementary *out);
enum status read_moment(struct asking *asking, const struct formula *what, double *out);
enum status add_set(struct elementary *to, const uint8_t *set, const char **name);
enum status add_reward(struct asking *asking, const struct formula *formula,
                       const uint32_t *state_of, bool moment, struct chain *to, const double **out);

/* Moves a product into out: its chain, where paths start, and the accepted states as the goal.
 * Errors: ERROR_HOST_MEMORY. */
struct path_product;
enum status take_product(struct path_product *product, struct elementary *out);

/* Fails, as no path has bounds of which the upper one is below the lower one. */
enum status crossed_bounds(const struct asking *asking, const struct formula *path, double lower,
                           double upper);

/* A path of one operator that must reach goal through `through` (one byte for each state; NULL:
 * all) while what it pays of path->bound.reward stays in the bound. */
enum status make_spent(struct asking *asking, const struct formula *path, const uint8_t *through,
                       const uint8_t *goal, const uint8_t *from, struct elementary *out);

/* The reward with a name or a number from 1; NULL: the first. Returns NULL if there is none. */
const struct reward *find_asked_reward(const struct asking *asking, const char *name);

/* The product with the automaton of a file: P=?[HOA: {...}]. */
enum status make_automaton_product(struct asking *asking, const struct formula *path,
                                   const uint8_t *from, struct elementary *out);

/* *out (new) = a copy of the chain's transitions, its type and its roundings, with the label
 * init. */
enum status copy_transitions(const struct chain *chain, struct chain *out);

/* *out (new) = the number that the variable is in each state, where the file has them. Errors:
 * ERROR_INPUT if there is no such variable, or it is true or false. */
enum status variable_in_states(struct asking *asking, const struct formula *formula,
                               struct numbers *out);
