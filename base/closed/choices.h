/* Choices of a decision process in closed form: the rows of a state are computed from its number,
 * so nothing needs to be stored. State i owns the choices c with
 *
 *   x_i = the best of pays + sum over j of p_c(j) x_j
 *
 * and states without choices are stated: x_i is a number. Numbers 0 .. n - 1 are those of all
 * combinations of the model's variables. Not all of them are reached from the initial state. Those
 * that are not are stated as 0, and no choice of a reached state leads to them.
 *
 * choices.def lists the members. Each is a header, <name>.h, for the host and for CUDA, with
 *
 *   struct <name>_at                             a state, and how far its choices were read
 *   struct <name>_at <name>_at(closed, i)        at the first choice of state i
 *   bool <name>_next(struct <name>_at *, struct closed_choice *)   the next choice, or false
 *   bool <name>_is_reached, <name>_has_choices(const struct <name>_at *)
 *   double <name>_stated(closed, const struct <name>_at *)         x_i without choices
 *   double <name>_weight(closed, const struct <name>_at *)         as closed_choices_weight
 *
 * The host's functions below use them. */
#pragma once

#include "base/closed/closed.h"

enum {
    CHOICE_ENTRIES = 2, /* successors of a choice at most */
    CLOSED_CHOICES = 16 /* choices of a state at most */
};

/* Columns ascend. Probabilities are exact, sum to 1 and have no column of the state itself. */
struct closed_choice {
    uint32_t count;
    uint64_t col[CHOICE_ENTRIES];
    double val[CHOICE_ENTRIES];
};

static inline bool closed_has_choices(const struct closed_rows *closed)
{
    return closed->form > CLOSED_END_OF_ROWS;
}

/* Computes the choices of state i, and returns their number. 0: it is stated. */
unsigned closed_choices(const struct closed_rows *closed, uint64_t i,
                        struct closed_choice out[CLOSED_CHOICES]);

/* The number of a stated state. */
double closed_stated(const struct closed_rows *closed, uint64_t i);

bool closed_is_reached(const struct closed_rows *closed, uint64_t i);

/* Entry i of the weights of a proof (Theorem 14 of docs/proofs.md): a guess that the check tests
 * choice by choice. */
double closed_choices_weight(const struct closed_rows *closed, uint64_t i);

/* The best number of state i: the largest, or the smallest. A number that is not a number is best.
 */
double closed_best(const struct closed_rows *closed, uint64_t i, const double *x);
