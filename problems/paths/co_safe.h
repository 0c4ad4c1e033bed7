/* Formulas that each good path shows to be good after finitely many steps. */
#pragma once

#include "problems/properties/formula.h"

/* Checks that a formula is one. Errors: ERROR_INPUT with the column of the part that may need an
 * infinite path. */
enum status check_co_safe(const struct formula *formula);
