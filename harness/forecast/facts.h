/* What is found out about a problem before it is solved: its structure, and what a few sweeps show.
 * The sweeps are made on the host, on the problem's own rows. */
#pragma once

#include "problems/problem.h"
#include "solvers/forecast.h"

/* epsilon: of the answer's error. sweeps: how many of each kind at most, within some seconds.
 * Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status facts_find(const struct problem *problem, const struct place *place,
                       enum precision precision, double epsilon, unsigned sweeps, double seconds,
                       struct facts *out);
