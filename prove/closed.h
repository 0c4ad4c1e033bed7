/* Proofs for rows in closed form. Internal to prove/. */
#pragma once

#include "prove/means/budget.h"
#include "prove/prove.h"

/* problem->proof: v and drift; of a long run times. Where the closed form has no vector that the
 * check takes, only the note. */
enum status prove_closed(struct problem *problem, struct budget *budget);
