/* Exact values of small decision processes: the best over all memoryless schedulers, each a chain
 * that is solved in fractions. */
#pragma once

#include "certify/optimum.h"
#include "tests/support/exact/decisions.h"
#include "tests/support/exact/exact.h"

/* A process with its system. stated: about a third of the states; b: 0 or 1 there. */
struct decision_case {
    struct decisions d;
    struct matrix a; /* of these */
    uint64_t row[DECISION_ROWS + 1];
    uint32_t col[DECISION_ROWS * DECISION_STATES];
    double val[DECISION_ROWS * DECISION_STATES], diag[DECISION_ROWS], b[DECISION_ROWS];
    uint8_t stated[DECISION_STATES];
    struct optimum o;
};

/* leak: rows keep this share of their probability; 1: all, in the reading that balances them, and
 * then diagonals are anything, and rows are multiplied by powers of 2. Rewards are small whole
 * numbers, often 0; without `rewards` a few cases have them, too. */
void decision_case_draw(struct decision_case *c, bool largest, bool rewards, double leak);

/* *out = the process with one row of each state, a scheduler. */
void decision_case_follow(const struct decision_case *c, const uint32_t *row,
                          struct decision_case *out);

/* x = the values, which are infinite where `infinite` says so. */
void best_values(const struct optimum *o, struct exact *exact, mpq_t *x, bool *infinite);
