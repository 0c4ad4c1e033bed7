/* How a solve continues and ends: the count of iterations, the votes, and the loop of the papers,
 * in which the host reads the votes. */
#pragma once

#include "solvers/solver.h"

/* Returns the number of iterations from test to test: a pass of several sweeps
 * (options.temporal_block) has at most one test. */
unsigned test_interval(const struct solver_options *options);

/* x and work[0] change places. */
void swap_iterates(struct solve *solve);

/* Counts iterations that ran and ended with these votes. If the votes end the solve, sets *ended
 * and the outcome. */
void count_iterations(struct solve *solve, uint64_t iterations, int votes, bool *ended);

/* Ends a solve for a reason other than its votes: a stop, a divergence, the limit of iterations.
 * finite: all entries of x are known to be finite. */
void end_otherwise(struct solve *solve, bool finite, bool *ended);

/* The same for a solve that had counted `before` iterations at the last call. Checks now and then
 * whether the entries of x are finite. */
enum status look_around(struct solve *solve, uint64_t before, bool *ended);

/* Counts the iterations of a step that was enqueued, polls if the last of them was tested, and
 * decides whether the solve has ended. */
enum status iteration_done(struct solve *solve, bool *ended);

/* place->loop for places where the host decides after every test. */
enum status host_loop(struct solve *solve);
