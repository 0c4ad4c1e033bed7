/* What path formulas are made of: operators, sets of states, and bounds that count steps. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"

#define NO_LAST_STEP UINT32_MAX

/* Returns whether a path operator stands in it, itself included. */
bool has_path_operator(const struct formula *formula);

/* Checks that a formula consists of TRUE, FALSE, ATOM, NOT, AND, OR, IMPLIES and IFF. Errors:
 * ERROR_INPUT with the column of another part. */
enum status check_state_formula(const struct formula *formula);

/* Returns whether a state satisfies such a formula. atoms[k]: one byte for each state. */
bool state_formula_holds(const struct formula *formula, const uint8_t *const *atoms,
                         uint32_t state);

/* Between *lower and *upper steps (NO_LAST_STEP: no bound) a path operator looks; *lower > *upper:
 * at none. Errors: ERROR_INPUT (not whole numbers; any bound where type is CHAIN_CTMC). */
enum status path_steps(enum chain_type type, const struct formula *formula, uint32_t *lower,
                       uint32_t *upper);
