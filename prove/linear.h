/* Proofs for A x = b. Internal to prove/. */
#pragma once

#include "prove/means/budget.h"
#include "prove/prove.h"

/* problem->proof: v, drift, x, bound. Where A has no weights that are found, only the note. */
enum status prove_linear(struct problem *problem, double width, struct budget *budget);

/* problem->proof of a bounded property, from the steps themselves. An x that is there is
 * replaced. budget NULL: all the time. */
enum status prove_steps(struct problem *problem, struct budget *budget);
