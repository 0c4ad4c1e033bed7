/* Probabilities of path formulas in exact fractions, by another way than the product: operators are
 * removed from inside to outside, and each splits the states of the chain into those that satisfy
 * it and those that do not (Courcoubetis and Yannakakis, "The complexity of probabilistic
 * verification", Journal of the ACM 42, 1995). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"

/* n new numbers 0, and how to free them. */
mpq_t *exact_numbers(uint64_t n);
void exact_numbers_free(mpq_t *numbers, uint64_t n);

/* p (n * n, new) = the probabilities of the transitions: of a DTMC or CTMC, its entries by their
 * sum in the row. */
mpq_t *exact_transitions(const struct chain *chain);

/* x (n numbers) = the probabilities of `through U goal`; through NULL: all. */
void exact_until(uint32_t n, const mpq_t *p, const uint8_t *through, const uint8_t *goal, mpq_t *x);

/* x = the expected sum of reward[state] until the goal; defined where it is reached with
 * probability 1, which must be so from all states that can reach it. */
void exact_reward(uint32_t n, const mpq_t *p, const uint8_t *goal, const double *reward, mpq_t *x);

/* x (a number for each state) = the probability of the formula; steps are counted in a CTMC, too.
 * Returns false where the split chain becomes too large. */
bool exact_path(const struct chain *chain, const struct formula *formula,
                const uint8_t *const *atoms, mpq_t *x);
