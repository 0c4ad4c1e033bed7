/* Policy iteration: a policy is a row for each unknown of a decision process, and so a chain. Its
 * system is solved, and rows that its numbers show to be better replace others. It needs few solves
 * where sweeps would be many. No proof believes it. */
#pragma once

#include <stdint.h>

#include "base/sparse/linear.h"

struct policies {
    const struct matrix *a; /* rows are choices */
    const double *b;        /* one number for each row; NULL: zeros */
    bool largest;
    bool balanced;    /* rows that have entries beside the diagonal sum to 0 exactly */
    double tolerance; /* a chain is solved until no row is off by more than this, plus a share of
                         the largest number. A row that is better by four times as much, or as its
                         chain is off, replaces another */
    double share;
    /* Improves x, the numbers of a chain, or of its rows that have more than one way on
     * (solvers/policies/shorter.h). *ends: there is no time for another. */
    enum status (*solve)(void *with, const struct linear *chain, double *x, bool *ends);
    void *with;
};

/* Improves x (n numbers, close or 0) and choice (n rows, with which all paths end:
 * choices_that_end) until no row is better. *rounds (NULL: not wanted) grows by the number of
 * chains. Errors: ERROR_HOST_MEMORY; those of solve. */
enum status policies_improve(const struct policies *p, uint32_t *choice, double *x,
                             uint32_t *rounds);

/* How much a row of a chain may be off, if these are its n numbers. */
double policies_tolerance(const struct policies *p, uint64_t n, const double *x);

/* b - A x of a row of unknown i, in long double. */
double row_left_over(const struct matrix *a, const double *b, bool balanced, uint32_t row,
                     uint32_t i, const double *x);
