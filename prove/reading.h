/* The reading of a problem: the numbers that its stored ones stand for. Internal to prove/. */
#pragma once

#include "problems/problem.h"

/* Sets the proof's reading and its flag model. model: cover all numbers that the roundings of
 * problem.model can turn into the stored ones, if that can be proven; otherwise, or without model,
 * the reading is problem->reading. */
void reading_choose(struct problem *problem, bool model);

/* Writes to proof.note which numbers the proof covers; a proof for the model also names the number
 * of roundings. model: whether it was asked for. */
void write_reading(struct problem *problem, bool model);
