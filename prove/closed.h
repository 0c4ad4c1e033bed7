/* Proofs for rows in closed form. Internal to prove/. */
#pragma once

#include "prove/systems/budget.h"
#include "prove/prove.h"

/* Sets problem->proof: v and drift, or times of a long run. If the check rejects the vector of the
 * closed form, sets only the note. */
enum status prove_closed(struct problem *problem, struct budget *budget);
