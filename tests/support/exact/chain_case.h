/* Small random chains in files of PRISM's form, with the exact average of what their states weigh.
 */
#pragma once

#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"

/* A chain, state 0 of which is the first; rates R(i,j), self-loops included. */
struct chain_case {
    uint32_t n;
    double rate[SMALL_MOST][SMALL_MOST], reward[SMALL_MOST];
    uint32_t goals; /* one bit a state */
    bool discrete;
};

/* With paths that come back, closed classes, states without another; rates of up to 24 decades.
 * Half of the sums of a DTMC are off by up to 1e-7 or 2e-15. */
void chain_case_draw(struct chain_case *c);

/* The largest sum of rates of a state. */
double chain_case_fastest(const struct chain_case *c);

/* sum = that of the rates of state i. */
void chain_case_sum(const struct chain_case *c, uint32_t i, mpq_t sum);

/* state = the states of closed classes of several states that state 0 reaches. Returns how many. */
uint32_t chain_case_recurrent(const struct chain_case *c, uint32_t state[SMALL_MOST]);

/* From what balances the rates of a class to its long run: exact->x of its rows, which are the
 * states with these numbers, times the sums of a DTMC, and then scaled to 1. */
void chain_case_weigh(const struct chain_case *c, uint32_t n, const uint32_t *state,
                      const uint32_t *class_of, uint32_t class, struct exact *exact);

/* m.tra, m.lab with init and goal, and m.srew in the scratch folder. */
void chain_case_write(const struct chain_case *c);

/* value = the long-run average of weights from state 0: that of each closed class, which counts as
 * often as it is reached. exact is used for it. */
void chain_case_average(const struct chain_case *c, const double *weight, struct exact *exact,
                        mpq_t value);
