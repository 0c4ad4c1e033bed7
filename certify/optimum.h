/* The check of decision processes: bounds on the largest or smallest probability or expected reward
 * over all schedulers (docs/proofs.md, Theorems 10 to 16). As certify/check.h, it trusts no vector:
 * what it accepts holds in exact arithmetic, in any rounding mode. It trusts no search of the graph
 * either, so it needs no quotient: the system is that of the process as it was read. After a
 * request to stop (base/progress_hook.h) it accepts nothing.
 *
 * Rows are choices, and each state owns a group of them. Row r of state i stands for
 *     a_ri x_i - sum_j |a_rj| x_j = b_r,
 * so a_ri is 1 - p(i) and a_rj is -p(j), perhaps both times a number. A choice that only stays has
 * no entries and the diagonal 0. x_i is the best of its rows.
 *
 * Rows may be intervals (base/intervals/interval_rows.h): then nature takes a distribution between
 * the bounds, for its own best value, after the scheduler has taken the row. Only certify_above,
 * certify_below and certify_choices know them; others prove nothing. */
#pragma once

#include "certify/check.h"

/* All is borrowed. The matrix is stored. */
struct optimum {
    const struct matrix *a;
    struct reading reading;
    const double *b; /* for each row, what the choice pays, at least 0; of a stated state its value
                      */
    const uint8_t *stated; /* for each state, 1: x_i = b of its only row, which has the diagonal 1
                              and no entries. A path ends there */
    bool largest;          /* the largest value over all schedulers; otherwise the smallest */
    bool nature_largest; /* rows of intervals: the largest value over their distributions; otherwise
                            the smallest */
    bool rewards; /* a path that never ends in a stated state is worth infinity, and the reading is
                     balanced. Otherwise it is worth what it was paid on its way: for probabilities
                     0 */
    bool ends;    /* only schedulers count for which a path ends in a stated state for sure, and the
                     reading is balanced. b may have any sign, also in stated states (Theorem 15) */
    bool gain;    /* x_i is the average payment in the long run, and the reading is balanced. No
                     state is stated, rows are probabilities, not multiples of them, and b may have
                     any sign (Theorem 16) */
};

/* Each returns whether these bounds are proven, for all states together: x_i <= u_i where u_i is
 * finite, and l_i <= x_i. They take n numbers each.
 *
 * u_i may be infinite, which says nothing, and l_i may be 0 or less. For rewards l_i may be
 * infinite, too, which says that x_i is.
 *
 * rank: a number for each state, perhaps from choices_rank along the rows of certify_choices. It is
 * needed for rewards from above, for others from below, and of states with an infinite l_i; there
 * it may come from choices_stage, or be a distance to a set that is never left. Stated states count
 * as 0. */
bool certify_above(const struct optimum *o, const double *u, const uint32_t *rank);
bool certify_below(const struct optimum *o, const double *l, const uint32_t *rank);

/* holds (a byte for each row) = 1 if the row itself proves x_i on this side of the vector; without
 * rank: ranks aside. Ranks along these rows are what certify_above and certify_below need. */
void certify_choices(const struct optimum *o, const double *x, enum side side, const uint32_t *rank,
                     uint8_t *holds);

/* drift (n numbers) = the least drift of the rows of a state, rounded down, for n weights w.
 * Returns whether w proves that there is exactly one x: w >= 0 without a sign, and drift > 0 where
 * a row has entries. Then each scheduler ends in stated states, or where rows lose something. Here
 * b may have any sign. */
bool certify_drift(const struct optimum *o, const double *w, double *drift);

/* Bounds the distance of answer (n numbers) from x as multiples of weights that certify_drift
 * accepted. Infinite if no bound is known. */
struct bound certify_distance(const struct optimum *o, const double *drift, const double *answer);

/* Vectors of all states about averages in the long run. */
struct gains {
    const double *gain;   /* what is claimed of them */
    const double *bias;   /* differences of payments */
    const uint32_t *rank; /* a row to a smaller rank is not in use for ever; others keep the rank */
};

/* Returns whether these gains are bounds on this side: of the averages of all schedulers where each
 * row counts (the largest from above, the smallest from below); of those of one scheduler on the
 * other side. */
bool certify_gains(const struct optimum *o, enum side side, const struct gains *g);

/* holds (a byte for each row) = 1 if the row itself proves its state on this side; with rank NULL:
 * if the gain of the state is on its side of the average gain that the row leads to. */
void certify_gain_choices(const struct optimum *o, enum side side, const struct gains *g,
                          uint8_t *holds);
