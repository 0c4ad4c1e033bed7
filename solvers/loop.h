/* How a solve goes on and ends: counting, the votes, and the papers' loop, where the host looks at
 * them. */
#pragma once

#include "solvers/solver.h"

/* Iterations from test to test: a pass of several sweeps (options.temporal_block) has one at most.
 */
unsigned test_interval(const struct solver_options *options);

/* x and work[0] change places. */
void swap_iterates(struct solve *solve);

/* Counts iterations that ran and ended with these votes. Where the votes end the solve, *ended is
 * set, and the outcome with it. */
void count_iterations(struct solve *solve, uint64_t iterations, int votes, bool *ended);

/* What else can end a solve that has not ended by its votes, given whether all entries of x are
 * known to be finite: a stop, a divergence, the limit. */
void end_otherwise(struct solve *solve, bool finite, bool *ended);

/* The same for one that has counted `before` iterations until the last look: looks at the entries
 * of x now and then. */
enum status look_around(struct solve *solve, uint64_t before, bool *ended);

/* Counts a step's iterations that were enqueued, polls where the last was tested, and decides
 * whether the solve has ended. */
enum status iteration_done(struct solve *solve, bool *ended);

/* place->loop for places where the host decides after every test. */
enum status host_loop(struct solve *solve);
