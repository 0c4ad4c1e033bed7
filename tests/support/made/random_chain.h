/* Random chains with labels and rewards, and the comparison of two chains. */
#pragma once

#include "base/sparse/chain.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

/* Divides the row by its sum; what rounding leaves goes to the last entry. */
void make_probabilities(double *value, uint64_t count);

/* A chain of 1 to most states, two labels of its own and up to two rewards, no variables. */
struct chain random_chain(uint32_t most);

/* The same with choices, most of which have actions. */
struct chain random_mdp(uint32_t most);

void assert_same_matrix(const struct csr *x, const struct csr *y);

/* The same to the bit: transitions, choices, labels and rewards, in the same order. */
void assert_same_chain(const struct chain *a, const struct chain *b);
