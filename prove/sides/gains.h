/* Proofs of averages in the long run over all schedulers. Internal to prove/. */
#pragma once

#include "certify/optimum.h"
#include "problems/problem.h"
#include "prove/systems/budget.h"

/* Fills low, high, w (the bias), rank and level of problem->proof, one number for each state, as
 * close as width wants. candidate: a number for each unknown that may be close to its value, or
 * NULL. Nothing is known to be right: the check decides. Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED. */
enum status gains_find(struct problem *problem, const struct optimum *of, const double *candidate,
                       double width, struct budget *budget);

/* The vectors of problem->proof on a side. */
struct gains gains_of_side(const struct problem *problem, enum side side);
