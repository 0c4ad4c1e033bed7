/* The papers' loop: after every iteration the host looks at the votes. */
#ifndef WARPMARK_SOLVERS_LOOP_H
#define WARPMARK_SOLVERS_LOOP_H

#include "solvers/solver.h"

/* Counts one iteration that was enqueued, polls, and decides whether the solve has ended (solve->outcome is set then).
 */
enum status iteration_done(struct solve *solve, bool *ended);

/* place->loop for places where the host decides after every step. */
enum status host_loop(struct solve *solve, step_fn *step);

#endif
