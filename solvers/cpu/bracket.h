/* The bracketed sweep of the CPU layouts (mat_ops.bracket). A layout makes the sums of its rows;
 * one function for all layouts turns them into the next iterate. The results of several threads are
 * joined here, too. */
#pragma once

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

enum {
    BRACKET_ROWS = 128 /* rows taken together at most: their sums stay in the first-level
                          cache */
};

/* Consecutive rows. x, next and sum have two numbers per row if how->x has pairs. */
struct bracket_rows {
    uint32_t count;
    const real *b, *x, *sum, *inverse;
    real *next;
};

struct bracket_found {
    int votes;
    double low, high; /* the bounds over these rows */
    double decision;  /* bounds[2] of these unknowns, if the largest is best; else its negative */
};

#define NOTHING_FOUND \
    ((struct bracket_found){.low = INFINITY, .high = -INFINITY, .decision = -INFINITY})

/* If rows are choices, these only become how->values. */
void EXPORTED(bracket_rows)(const struct bracket *how, const struct bracket_rows *rows,
                            struct bracket_found *found);
/* Takes the best of the values of n unknowns. */
void EXPORTED(bracket_best)(const struct bracket *how, size_t n, struct bracket_found *found);
void EXPORTED(bracket_join)(struct bracket_found *found, const struct bracket_found *more);
/* Casts the votes and narrows the bounds. */
void EXPORTED(bracket_end)(const struct bracket *how, const struct bracket_found *found);
