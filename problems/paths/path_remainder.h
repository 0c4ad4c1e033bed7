/* From a path formula as a tree to a function of temporal nodes, and the letters that the states of
 * a chain are for it. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"
#include "problems/paths/remainders.h"

/* function[k] = formula[k], of `count` formulas; letters (new) = for each state the letter it is,
 * which stands in r->letter. r is new (remainders_init). Parts without path operators are one set
 * of states each, at most 64 of them. Errors: ERROR_INPUT, ERROR_HOST_MEMORY. */
enum status path_remainder(const struct chain *chain, const struct formula *const *formula,
                           size_t count, const uint8_t *const *atoms, struct remainders *r,
                           uint32_t *function, uint32_t **letters);
