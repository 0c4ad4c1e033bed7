/* The formulas of the check of choices in closed form, state by state, for C and CUDA (Theorem 14
 * of docs/proofs.md). Internal to certify/. */
#pragma once

#include <math.h>
#include <stddef.h>

#include "base/closed/choices.h"
#include "base/closed/consensus.h"
#include "certify/row_check.h"

/* A state, with its choices. They stand for x_i - sum_j p_j x_j = pays. */
struct state_choices {
    uint64_t i;
    unsigned count; /* 0: the state is stated */
    bool reached;
    double weight, stated;
    struct closed_choice choice[CLOSED_CHOICES];
};

/* A member's functions for one state. CHOICES(name): of base/closed/choices.def. */
#define CHOICES(name)                                                                       \
    DOUBLES struct state_choices name##_read(const struct closed_rows *closed, uint64_t i,  \
                                             bool choices)                                  \
    {                                                                                       \
        struct name##_at at = name##_at(closed, i);                                         \
        struct state_choices s;                                                             \
        s.i = i;                                                                            \
        s.count = 0;                                                                        \
        s.reached = name##_is_reached(&at);                                                 \
        s.weight = name##_weight(closed, &at);                                              \
        s.stated = name##_stated(closed, &at);                                              \
        while (choices && s.count < CLOSED_CHOICES && name##_next(&at, &s.choice[s.count])) \
            s.count++;                                                                      \
        return s;                                                                           \
    }
#include "base/closed/choices.def"
#undef CHOICES

/* choices: whether they are wanted, too. */
DOUBLES struct state_choices read_state(const struct closed_rows *closed, uint64_t i, bool choices)
{
    switch (closed->form) {
#define CHOICES(name)   \
    case CLOSED_##name: \
        return name##_read(closed, i, choices);
#include "base/closed/choices.def"
#undef CHOICES
    default: break;
    }
    struct state_choices none;
    none.i = i;
    none.count = 0;
    none.reached = false;
    none.weight = none.stated = NAN;
    return none;
}

/* Sets what the rules of choices read. x: NULL for weights. */
DOUBLES void choice_check_begin(struct row_check *check, enum row_rule rule, const double *x,
                                const double *pays, double *drift)
{
    check->rule = rule;
    check->reading.entry = check->reading.constant = 0;
    check->x = x;
    check->b = pays;
    check->out = drift;
}

/* What a choice proves. own: x_i, or its weight; by: see struct row_at. */
DOUBLES struct row_proof prove_choice(const struct row_check *check,
                                      const struct closed_rows *closed,
                                      const struct closed_choice *choice, double own, double by)
{
    const struct row_at at = {own, 1, 0, by};
    struct row_sums sums = NO_SUMS;
    row_check_own(check, &at, false, &sums);
    for (uint32_t k = 0; k < choice->count; k++) {
        const uint64_t j = choice->col[k];
        row_check_entry(check, own, false, -choice->val[k],
                        check->x ? check->x[j] : read_state(closed, j, false).weight, &sums);
    }
    return row_check_close(check, 0, &at, &sums);
}

/* Returns whether a choice leads to other states, and from reached ones to reached ones. */
DOUBLES bool choice_stays(const struct closed_rows *closed, const struct state_choices *s,
                          const struct closed_choice *choice)
{
    bool stays = choice->count > 0 && choice->count <= CHOICE_ENTRIES;
    for (uint32_t k = 0; k < choice->count && stays; k++)
        stays = choice->col[k] < closed->n && choice->col[k] != s->i && choice->val[k] > 0 &&
                choice->val[k] <= 1 &&
                (!s->reached || read_state(closed, choice->col[k], false).reached);
    return stays;
}

/* Returns whether the weights hold at state i. *least: becomes the least drift of its choices, if
 * that is less. */
DOUBLES bool weights_hold(const struct closed_rows *closed, uint64_t i, double *least)
{
    const struct state_choices s = read_state(closed, i, true);
    double drift = NAN;
    struct row_check check;
    bool holds = !signbit(s.weight) && isfinite(s.weight);
    choice_check_begin(&check, CHECK_WEIGHTS, NULL, NULL, &drift);
    for (unsigned c = 0; c < s.count && holds; c++) {
        drift = NAN;
        holds = choice_stays(closed, &s, &s.choice[c]) &&
                prove_choice(&check, closed, &s.choice[c], s.weight, 0).holds;
        *least = fmin(*least, drift);
    }
    return holds;
}

/* *below and *above = the distance at state i. On one side every choice counts, and on the other
 * one the best does. */
DOUBLES void choices_distance(const struct closed_rows *closed, double drift, const double *answer,
                              uint64_t i, double *below, double *above)
{
    const struct state_choices s = read_state(closed, i, true);
    const int every = closed->process.largest;
    double most[2];
    struct row_check check;
    most[!every] = INFINITY;
    most[every] = 0;
    if (s.count == 0) {
        *below = *above = answer[i] == s.stated ? 0 : INFINITY;
        return;
    }
    choice_check_begin(&check, CHECK_ANSWER, answer, &closed->process.pays, NULL);
    for (unsigned c = 0; c < s.count; c++) {
        const struct row_proof proof = prove_choice(&check, closed, &s.choice[c], answer[i], drift);
        most[every] = fmax(most[every], proof.most[every]);
        most[!every] = fmin(most[!every], proof.most[!every]);
    }
    *below = most[0];
    *above = most[1];
}
