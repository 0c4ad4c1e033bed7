/* Bounds on every entry of the exact answer of a fixpoint problem or an optimum, known before any
 * iteration. Methods that stop by proof start from them. */
#pragma once

#include "problems/problem.h"

struct answer_bounds {
    double *lower, *upper; /* n each; equal where the entry is known. upper: infinite where no bound
                              is found */
};

/* system: that of the problem, or its rows in another order. Probabilities are at most 1. Rewards:
 * the sum of rewards times the visits that a state can expect (Baier et al. CAV 2017), for the
 * largest reward of the choices that leave least, for the smallest of one scheduler. Rows from
 * which none with b > 0 is reached are 0. Errors: ERROR_UNSUPPORTED with the reason, for other
 * problems, negative b, and positive entries beside the diagonal; ERROR_HOST_MEMORY. */
enum status answer_bounds_find(const struct problem *problem, const struct linear *system,
                               struct answer_bounds *out);
void answer_bounds_free(struct answer_bounds *bounds); /* accepts a zeroed one, leaves one */
