/* Expected sums of a decision process, by sweeps in doubles: guesses, which a check makes sure. */
#pragma once

#include "base/sparse/csr.h"

/* All is borrowed. Paths end in state `last`, where the sum is 0. */
struct sums {
    const struct csr *rows;
    const uint32_t *group; /* states + 1 */
    uint32_t states, last;
    const double *pays;     /* for each row, of any sign */
    const uint8_t *allowed; /* rows that exist; NULL: all */
    const uint32_t *choice; /* the row of each state; NULL: the best one */
    /* Of the best row: states of a component, of those below `components`, have the same sum, the
     * largest of theirs. NULL: there are none. */
    const uint32_t *component;
    uint32_t components;
    double *largest; /* room for one number for each component */
};

/* What row r of state i pays until it leaves the state, and what it leads to; minus infinity if it
 * only stays. */
double sums_row(const struct sums *s, const double *x, uint32_t i, uint32_t r);

/* x: from a guess to a solution, or until a number is above 1e15. For the best row the guess must
 * be the sums of some choice of rows that ends: sums only grow. */
void sums_sweep(const struct sums *s, double *x);

/* Returns the largest size in x, at least 1. */
double sums_scale(const struct sums *s, const double *x);
