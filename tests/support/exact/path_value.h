/* Products of a chain and a path formula in tests, and what they give, in exact fractions. The sets
 * of states are path_atoms (tests/support/exact/path_case.h). */
#pragma once

#include "problems/paths/path_product.h"
#include "tests/support/exact/path_oracle.h"

/* path_product_make from all states; fails unless it returns OK, and unless the transitions are
 * those of the chain. */
void make_path_product(const struct chain *chain, const struct formula *f, bool co_safe,
                       struct path_product *product);

/* x = the probability with which the paths from each state of the chain reach accepted states. */
void path_product_value(const struct chain *chain, const struct path_product *product, mpq_t *x);

/* The same of a product that is made for it. */
void path_value(const struct chain *chain, const struct formula *f, mpq_t *x);

/* Fails unless both are the same in each state of the chain. */
void assert_path_values(const struct chain *chain, const struct formula *f, mpq_t *x,
                        mpq_t *wanted);
