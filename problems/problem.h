/* A problem: a linear system with a meaning, or a product, opened from a source such as
 * `random_dd:n=2000,density=0.1,seed=7`, `die.tra:type=dtmc,goal=done`, `m.mtx` or `leader:n=3`.
 *
 * All kinds but the last are A x = b with x starting at x0:
 *   linear    a matrix and a right-hand side as they are
 *   fixpoint  reachability probability or expected reward: b + P x = x on the undecided states,
 *             identity elsewhere
 *   steady    long-run behaviour: E_i x_i = sum_{j != i} R(j,i) x_j on the closed classes, b = 0
 *   bounded   what holds within a number of steps, or by a time: not solved, but stepped through
 *             (problems/bounded.c)
 *   graph     is there a cycle through an accepting vertex? There is no system, only a product
 *   optimum   the largest or smallest probability, expected reward or average in the long run of a
 *             decision process: rows are choices, and x_i is the best of those of its group
 *
 * Of an interval model rows are intervals of probabilities (base/intervals/interval_rows.h), in the
 * system and in `original`.
 *
 * Rows that a generator knows in closed form are in system.a.closed, too. With matrix=none they are
 * nowhere else: matrix_is_stored is false, and of a long run there is no class_of, weight and x0
 * either, so that a problem takes no memory. Of an optimum in closed form there are no b, x0 and
 * `original` either, and n is the number of unknowns.
 *
 * Of a generator whose rows are made range by range, matrix=none leaves out entries and diagonal
 * alone (matrix_is_made). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/automata/product.h"
#include "base/sparse/linear.h"
#include "base/status.h"
#include "certify/proof.h"

enum problem_kind {
    KIND_LINEAR,
    KIND_FIXPOINT,
    KIND_STEADY,
    KIND_BOUNDED,
    KIND_PRODUCT,
    KIND_OPTIMUM,
    NKINDS
};

extern const char *const problem_kind_names[NKINDS]; /* "linear", ... */

/* Range of every entry of a correct answer: any number; not negative (expected rewards and long-run
 * masses, because rewards are not negative); or between 0 and 1. */
enum answer_range { RANGE_ANY, RANGE_NOT_NEGATIVE, RANGE_PROBABILITY };

enum filter { FILTER_NONE, FILTER_MAX, FILTER_MIN, FILTER_AVG, FILTER_SUM };

enum relation { NO_RELATION, IS_BELOW, IS_AT_MOST, IS_ABOVE, IS_AT_LEAST };

/* How a question's value follows from an answer: the number of a state is x, or 1 - x; compared
 * with a limit, it is a truth value, 1 or 0; and the filter takes the value from the states. */
enum { CURVE_POINTS = 64 };

/* The best pairs of two values that a scheduler can have: mixtures of neighbours are what lies
 * between them. */
struct best_pairs {
    uint32_t count;
    double at[CURVE_POINTS][2]; /* the first value ascends */
    double off; /* no scheduler is beyond the lines through neighbours, or has a value better than
                   all points have, by more than this: with weights of which the larger one is 1 */
};

struct asked_value {
    bool complement;
    enum relation relation;       /* the number of a state stands on its left */
    double limit_low, limit_high; /* the limit, which may be no double */
    double off;                   /* bounded: x0 is known up to this error in each entry */
    bool searched;                /* a search of the graph told what a decision process is asked */
    bool discounted;              /* behind the states of the model is one more, where paths end */
    bool known;                   /* the value is known without a solve: between low and high */
    bool truth;                   /* the value is a truth value; it is unclear between 0 and 1 */
    double low, high;
    bool range;       /* low and high are the least and the largest number of several states */
    double range_off; /* the most by which either of the two may be off */
    struct best_pairs curve; /* of multi with two values that are asked; else empty. low and high
                           are those of the first value */
    uint64_t inner;          /* inner questions that were proven first */
    double seconds;          /* the time of their proofs */
};

/* Fixpoint, bounded, optimum: the value comes from the answer at the initial states. */
struct fixpoint_value {
    uint8_t *initial;  /* one byte for each unknown */
    uint8_t *infinite; /* unknowns whose expected reward is infinite, or NULL */
    enum filter filter;
};

/* Rows of intervals that were widened, because no probabilities between their bounds sum to 1. */
struct widened_rows {
    uint32_t rows;
    double share; /* by which the bounds of a row moved at most */
};

/* Optimum. The system has what a search of the graph left: states whose value is known have one
 * row x_i = b_i, and end components in which nothing is paid are one unknown each. A proof is about
 * `original`, and trusts no search. */
struct optimum_facts {
    bool largest;        /* the largest value over all schedulers; else the smallest */
    bool nature_largest; /* rows of intervals: the largest value over their distributions */
    struct widened_rows widened;
    struct linear original; /* the rows of all states: of every choice a_ri x_i - sum p_j x_j = b_r
                               with a_ri = 1 - p_i, perhaps 0. There is no x0 */
    uint8_t *stated;        /* for each state: x_i = b of its only row, where paths end */
    uint32_t *unknown_of;   /* for each state: the unknown of the system with its value */
    double *bias;           /* long runs, else NULL: for each state, what may be its bias in a proof
                               (Theorem 16 of docs/proofs.md). No state is stated there */
};

/* Steady: the value is the sum over closed classes B of Pr(reach B) * sum_B weight x / sum_B x. */
struct steady_value {
    uint32_t nclasses;
    uint32_t *class_of;  /* for each unknown, 0 .. nclasses - 1; NULL: 0 everywhere */
    double *probability; /* of reaching each class; 0 if the class has no unknown */
    double *weight;      /* for each unknown: reward, or 1 for a label; NULL: closed_reward */
    double constant;     /* contribution of the classes of one state */
    double *probability_low, *probability_high; /* proven bounds of the probabilities */
    double constant_low, constant_high;         /* proven bounds of the constant, and of classes
                                                   without unknowns */
    double least, most; /* for a label: least and largest weight in the classes that may be reached;
                           the value is a mean of them. most is 0 if they are not known */
};

/* Product: facts about it. */
struct product_facts {
    bool whole; /* it was built here, so the other members are known */
    uint64_t stored_n,
        stored_transitions; /* of the part whose automaton states can lie on an accepting cycle */
};

/* States of a DTMC whose probabilities did not sum to 1 and were divided by their sum. */
struct divided_rows {
    uint32_t rows;
    double sum; /* the sum furthest from 1 */
};

struct problem {
    char *source; /* as the user wrote it */
    enum problem_kind kind;
    enum answer_range range;
    struct linear system;   /* empty for a product */
    struct linear written;  /* for the fixpoint of a CTMC: the same equations before the division by
                               E_i, with the rows and columns of system. Else empty: see
                               problem_written */
    struct reading reading; /* the reading of problem_written's numbers, for proofs */
    struct divided_rows divided;
    struct product product; /* empty for other kinds */
    double x0;              /* start value of every unknown, if system.x0 is NULL */
    bool solved;            /* there is nothing to iterate: x0 is the answer */
    uint64_t states;        /* unknowns before the reduction; vertices of a product */
    uint64_t choices;       /* of a decision process, before the reduction */
    uint64_t transitions;   /* stored entries before the reduction, diagonal included; edges of a
                               product */
    double reducing;        /* s from chain and property to the system, without inner proofs; 0:
                               there is no chain */
    uint64_t classes;       /* closed classes of the chain; 0 if there is no chain */
    uint64_t
        steps;   /* bounded, DTMC: how many steps x' = x + step (b - A x) to take from x0; else 0 */
    double time; /* bounded, CTMC: the time, of which such a step is one jump at rate 1 / step; else
                    0 */
    double step; /* of the power method, x' = x + step (b - A x); 0 if it cannot be used */
    uint32_t start;  /* the unknown of the first initial state; 0 if there is none */
    uint32_t period; /* steady: the longest period of the embedded jump chain of a class; else 0 */
    double scale;    /* problem_scale, if rows are made; else 0 */
    uint64_t stamp;  /* for rows that are read from a file: identifies it, and its order of entries;
                        else 0 */
    double jacobi_limit; /* steady: limit of the relative change of undamped Jacobi, which stops
                            only if this is below epsilon */
    struct fixpoint_value fixpoint;
    struct steady_value steady;
    struct optimum_facts optimum; /* uses fixpoint, too */
    struct asked_value asked;     /* zeroed: the value is that of the answer */
    struct product_facts facts;
    struct reading model; /* fixpoint, steady: the reading of problem_written's numbers that covers
                             the roundings of the model; entry 0: not known */
    struct problem_proof proof; /* empty until prove_problem (prove/prove.h) */
};

/* Opens source. Errors: ERROR_INPUT with one line that names the file, line, parameter or name at
 * fault; ERROR_HOST_MEMORY; ERROR_IO. *out is zeroed on failure. */
enum status problem_open(const char *source, struct problem *out);

/* The same for callers that look at the system and do not solve it: the property needs no filter if
 * several states are initial. */
enum status problem_look(const char *source, struct problem *out);

/* Number of unknowns of the system; above 2^32 only if no matrix is stored. */
static inline uint64_t problem_unknowns(const struct problem *problem)
{
    return matrix_unknowns(&problem->system.a);
}

/* Frees the proof; the problem is as if it had not been proven. */
void problem_forget_proof(struct problem *problem);

/* The equations that a proof is about: for the fixpoint of a CTMC, those of the given rates,
 * because the quotients in system are rounded; else those of system. */
const struct linear *problem_written(const struct problem *problem);

/* Returns OK, or fails with ERROR_UNSUPPORTED if the rows are not stored (matrix=none); what: the
 * feature that needs them. */
enum status problem_needs_matrix(const struct problem *problem, const char *what);

/* Checks source without opening it: generator, parameters and keys are correct, and the file
 * exists. Errors: ERROR_INPUT. */
enum status problem_check(const char *source);

/* Both are for products that are generated. growth watches the product while it grows (with merge=1
 * or stored=1 if the source says so), but does not see the complete product. *out is the part with
 * which growth had enough, or the complete product. Vertices of a part have the same numbers as in
 * the complete product. Errors: ERROR_UNSUPPORTED if the source is no such product, and those of
 * growth. */
enum status problem_open_growing(const char *source, const struct growth *growth,
                                 struct problem *out);
enum status problem_check_growing(const char *source);

void problem_free(struct problem *problem); /* accepts a zeroed one, leaves one */

/* The property's value for an answer x (one number for each unknown): +inf if an expected reward is
 * infinite, NaN for products, and for linear systems without system.weight. */
double problem_value(const struct problem *problem, const double *x);

/* The number of a state whose answer is x: for a comparison 1 or 0. */
double asked_number(const struct asked_value *asked, double x);

/* The double nearest to the limit. A number that is proven to be exactly this one counts as the
 * limit, because the numbers of a model were rounded in the same way. */
double asked_limit(const struct asked_value *asked);

/* Returns "true", "false" or "unclear" for a truth value in the proven interval; NULL: the value is
 * none. */
const char *asked_truth(const struct asked_value *asked, double low, double high);

/* Returns why there is nothing to iterate (problem.solved), for messages. */
const char *solved_why(const struct problem *problem);

/* *out (new) = weights with which the linear system alone gives the value of the problem
 * (system.weight). NULL if there are none: infinite values, the least or largest of several values,
 * several closed classes, bounded properties, complements and comparisons. Errors:
 * ERROR_HOST_MEMORY. */
enum status problem_weights(const struct problem *problem, double **out);

/* Reference size of relative residuals: max |b_i| over the rows with off-diagonal entries, after
 * the columns of the other rows (goal states, where x_i = b_i) are eliminated. If there are no such
 * rows, or the maximum is 0: max |b_i| over all rows. If b = 0: max A_ii x0_i. If all of that is 0:
 * 1. */
double problem_scale(const struct problem *problem);

/* Rows that are made (matrix_is_made): of sources with matrix=none, of generators with a maker, or
 * read from a file.
 *
 * Fills the rows of a part (rows->a.first) of the system of a source, as struct row_maker has it.
 * Any process can, and needs no problem for it. stamp: of the problem; ERROR_IO where the file is
 * another by now. Other errors: those of source_parse, and of the maker or of reading;
 * ERROR_UNSUPPORTED where the source has none. */
enum status make_rows(const char *source, uint64_t stamp, struct linear *rows);

/* The rows of a problem, one piece after another. Rows that are stored or in closed form are one
 * piece, which is borrowed:
 *
 *     TRY(row_pieces_open(problem, &pieces));
 *     while (pieces.end < problem_unknowns(problem)) {
 *         TRY(row_pieces_next(&pieces));
 *         ... pieces.rows are those of unknowns pieces.rows.first .. pieces.end - 1
 *     }
 *     row_pieces_close(&pieces);
 *
 * A piece of made rows has at most 2^21 entries, or one row. To start again, set end to 0. Errors:
 * those of make_rows; ERROR_HOST_MEMORY. */
struct row_pieces {
    const struct problem *problem;
    struct matrix rows; /* a part of the whole, or the whole */
    uint64_t end;       /* unknowns so far */
    struct matrix made; /* memory for a piece of made rows; else empty */
};

enum status row_pieces_open(const struct problem *problem, struct row_pieces *out);
enum status row_pieces_next(struct row_pieces *pieces);
void row_pieces_close(struct row_pieces *pieces); /* accepts a zeroed one, leaves one */
