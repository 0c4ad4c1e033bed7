/* A proof made on one GPU: its systems are solved there, and what they prove is checked there.
 * Internal to prove/. */
#pragma once

#include "prove/prove.h"
#include "prove/systems/budget.h"

/* Sets problem->proof, if that succeeds: *done. Otherwise it sets nothing of it. Errors: those of
 * the place; ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status prove_on_card(struct problem *problem, const struct prove_settings *settings,
                          struct budget *budget, bool *done);
