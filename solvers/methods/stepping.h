/* Common parts of power, bounded and uniformisation: steps x' = x + size (b - A x). bounded and
 * uniformisation take a given number of steps, without a test. */
#pragma once

#include "solvers/solver.h"

/* solve->own. */
struct stepping {
    double size;           /* step size of this problem */
    uint64_t steps;        /* number of steps to take */
    uint64_t first_weight; /* for uniformisation: the first step with a weight */
    double *weight;        /* weights of steps first_weight .. steps, in place memory */
    double *rest;          /* for each of them the sum of its weight and all later ones */
};

/* method->prepare: sets size and steps. */
enum status stepping_prepare(struct solve *solve, const struct solve_settings *settings);

/* Enqueues one step and counts it. */
enum status stepping_advance(struct solve *solve);

/* Returns whether this step is one of those after which the host looks at the place. */
bool stepping_looks(const struct solve *solve);

/* Decides whether to continue, and sets the outcome if not. Waits for the place now and then, so
 * that a stop is noticed. */
enum status stepping_look(struct solve *solve, bool *ended);

/* The outcome after the last step: CONVERGED, or DIVERGED where an entry is not finite. */
enum status stepping_end(struct solve *solve);

bool stepping_can_use(const struct mat_ops *mat);
