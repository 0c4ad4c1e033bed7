/* From which states of a chain some path satisfies a formula of linear temporal logic. Only which
 * transitions there are counts: the path may have probability 0. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"

/* *out (new) = one byte for each state: 1 where some path satisfies the formula, or its negation if
 * `negated`. formula, atoms: as in path_product_make; it may be without path operators. Bounds are
 * counted one by one. Errors: ERROR_INPUT; ERROR_HOST_MEMORY. *out is NULL then. */
enum status exists_path(const struct chain *chain, const struct formula *formula, bool negated,
                        const uint8_t *const *atoms, uint8_t **out);
