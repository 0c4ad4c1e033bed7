/* Trees of properties as text in which nothing is left to precedence. */
#pragma once

#include "problems/properties/formula.h"

/* Returns the tree as (operator child ...); the caller frees it. */
char *formula_dumped(const struct formula *formula);
