/* Proofs of the questions inside a question. */
#pragma once

#include "problems/problem.h"

/* low, high (one for each unknown) = a proven interval of the number of each state. problem: a
 * fixpoint or a bounded property; for a long run they have one entry, the interval of its value.
 * Defined in prove/inner.c, which is above this folder. Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED. */
enum status prove_inner(struct problem *problem, double *low, double *high);
