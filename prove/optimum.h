/* Proofs of the largest or smallest value over all schedulers. Internal to prove/. */
#pragma once

#include "prove/prove.h"
#include "prove/systems/budget.h"

/* The same as prove_problem, without notes on what was not found. The vectors are for the reduced
 * system; the check is on the process as it was read. */
enum status prove_optimum(struct problem *problem, const struct prove_settings *settings,
                          struct budget *budget);

/* Only checks low, high and rank of problem->proof, which may come from anywhere; sets x and what
 * follows from it. x stays NULL, with a note, if they prove nothing. Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED. */
enum status optimum_check(struct problem *problem, bool model);
