/* Proofs for long runs. Internal to prove/. */
#pragma once

#include "prove/budget.h"
#include "prove/prove.h"
#include "prove/value.h"

/* problem->proof: v, times, x, distance and the value. Where nothing is found, only the note. */
enum status prove_long_run(struct problem *problem, double width, struct budget *budget);

/* The averages that an answer has in each class, given its distance from the exact one. */
void averages_of_answer(const struct problem *problem, const double *x, const double *distance,
                        struct interval *average);
