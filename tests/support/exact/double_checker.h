/* The GPU's check on the host: each row summed by several lanes in turn, and transposed matrices.
 * And the checkers that can work here. */
#pragma once

#include "certify/checker.h"

extern const struct checker checker_doubles;

/* Those of certify/checker.h whose device is here, then checker_doubles. Ends with NULL. */
const struct checker *const *checkers_here(void);
