/* Proofs for long runs. Internal to prove/. */
#pragma once

#include "prove/means/budget.h"
#include "prove/prove.h"

/* problem->proof: v, times, x, distance and the value. Where nothing is found, only the note. */
enum status prove_long_run(struct problem *problem, double width, struct budget *budget);
