/* What the stored numbers of a problem stand for. Internal to prove/. */
#pragma once

#include "problems/problem.h"

/* The proof's reading and model. model: each number stands for all that become it by the roundings
 * of problem.model, where that can be proven; else the numbers are those that were given. */
void reading_choose(struct problem *problem, bool model);

/* proof.note = what was meant, in words, where `model` was asked for or not; of a proof for the
 * model with the roundings that were counted. */
void write_reading(struct problem *problem, bool model);
