/* Proofs for long runs. Internal to prove/. */
#pragma once

#include "prove/systems/budget.h"
#include "prove/prove.h"

/* Sets problem->proof: v, times, x, distance and the value. If no times are found, sets only the
 * note. */
enum status prove_long_run(struct problem *problem, const struct prove_settings *settings,
                           struct budget *budget);
