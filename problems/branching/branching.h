/* Path quantifiers of computation tree logic: E[path], A[path]. A path of a decision process may
 * take any choice. Only which transitions there are
 * counts, so closed classes are not left to chance: A[F a] is false where a path avoids a for ever,
 * though its probability is 0. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"

/* *out (new) = one byte for each state: 1 where some path (exists) or each one satisfies `path`:
 * path operators, NOT, AND, OR, IMPLIES, IFF, TRUE, FALSE and ATOM, whose sets of states are
 * atoms[k]. Bounds count steps, as in path_product_make. Errors: ERROR_INPUT (another formula, or
 * too large a one; bounds of a CTMC); ERROR_HOST_MEMORY. *out is NULL then. */
enum status branching_holds(const struct chain *chain, bool exists, const struct formula *path,
                            const uint8_t *const *atoms, uint8_t **out);
