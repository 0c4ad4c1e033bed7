/* What power, bounded and uniformisation share: steps x' = x + size (b - A x). Those of the latter
 * two are a given number, and none is tested. */
#pragma once

#include "solvers/solver.h"

/* solve->own. */
struct stepping {
    double size;           /* of a step, on this problem */
    uint64_t steps;        /* to take */
    uint64_t first_weight; /* of uniformisation: the first step with a weight */
    double *weight;        /* of steps first_weight .. steps, in place memory */
};

/* method->prepare: size and steps. */
enum status stepping_prepare(struct solve *solve, const struct solve_settings *settings);

/* Enqueues one step and counts it. */
enum status stepping_advance(struct solve *solve);

/* Whether to go on; waits for the place every so often, so that a stop is noticed. Sets the outcome
 * where not. */
enum status stepping_look(struct solve *solve, bool *ended);

/* The outcome after the last step: CONVERGED, or DIVERGED where an entry is not finite. */
enum status stepping_end(struct solve *solve);

bool stepping_can_use(const struct mat_ops *mat);
