/* Numbers on both sides of the values that are multiples of weights away from an answer (Theorem 14
 * of docs/proofs.md). Internal to prove/. */
#pragma once

#include "prove/sides/sides.h"

/* Takes the candidate (or NULL) or, if that is not close, what policy iteration finds. *found:
 * sides are better than before on average, and as far as the arithmetic here goes they are bounds.
 * There are none where a scheduler can go on for ever, but for the smallest reward. Errors:
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status sides_by_weights(const struct problem *problem, const double *candidate, double width,
                             struct budget *budget, struct sides *sides, bool *found);
