/* Proofs for A x = b. Internal to prove/. */
#pragma once

#include "prove/systems/budget.h"
#include "prove/prove.h"

/* Sets problem->proof: v, drift, x, bound and the value. If no weights are found, sets only the
 * note. */
enum status prove_linear(struct problem *problem, const struct prove_settings *settings,
                         struct budget *budget);

/* Proves x by elimination of states, which needs no vectors, if there is no proof yet or it is
 * wider than width. Errors: ERROR_HOST_MEMORY. */
enum status prove_by_elimination(struct problem *problem, double width);

/* Returns whether the solution is *each times the solution for the weights: b is the same in all
 * rows except rows x_i = 0. If not, *each is 0. */
bool is_time(const struct linear *s, double *each);

/* The larger of the relative errors of x and of its value, as proof.bound bounds them, divided by
 * the wanted width. Sets the interval of the value. */
double excess_of_bound(struct problem *problem, const double *x, double width);

/* Sets problem->proof of a bounded property by doing the steps. Replaces an existing x. width: the
 * relative error that will do; 0: the least that there is. budget NULL: no time limit. */
enum status prove_steps(struct problem *problem, double width, struct budget *budget);
