/* A proof made on one GPU: its systems are solved there, and what they prove is checked there.
 * Internal to prove/. */
#pragma once

#include "prove/prove.h"
#include "prove/systems/budget.h"

/* Returns whether a proof of such a problem can be made at a place (NULL: the host). */
bool card_proves(const struct problem *problem, const struct place *place);

/* Sets problem->proof to what was proven, also if that is wider than wanted; if nothing was, sets
 * nothing of it. Errors: those of the place; ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status prove_on_card(struct problem *problem, const struct prove_settings *settings,
                          struct budget *budget);
