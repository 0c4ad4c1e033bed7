/* What bounded and uniformisation share: a given number of steps x' = x + step (b - A x), none of
 * them tested. */
#ifndef WARPMARK_SOLVERS_METHODS_STEPPING_H
#define WARPMARK_SOLVERS_METHODS_STEPPING_H

#include "solvers/solver.h"

/* Enqueues one step and counts it. */
enum status stepping_advance(struct solve *solve);

/* Whether to go on; waits for the place every so often, so that a stop is noticed. Sets the outcome
 * where not. */
enum status stepping_look(struct solve *solve, bool *ended);

/* The outcome after the last step: CONVERGED, or DIVERGED where an entry is not finite. */
enum status stepping_end(struct solve *solve);

bool stepping_can_use(const struct mat_ops *mat);

#endif
