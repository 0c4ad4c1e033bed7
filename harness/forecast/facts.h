/* What is found out about a problem before it is solved: its structure, and what a few sweeps show.
 * The sweeps are made on the host, on the problem's own rows. */
#pragma once

#include "problems/problem.h"
#include "solvers/forecast.h"

/* How many sweeps of Jacobi and of Gauss-Seidel at most, and how long about. With fewer than
 * FEWEST_RELAXED, Jacobi's are only timed
 * (on one core: left out), and its convergence is guessed from Gauss-Seidel's. */
struct probing {
    unsigned relaxed, in_place;
    double seconds;
};

enum { FEWEST_RELAXED = 4 };

/* epsilon: of the answer's error. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED; those of a device's
 * memory. */
enum status facts_find(const struct problem *problem, const struct place *place,
                       enum precision precision, double epsilon, const struct probing *probing,
                       struct facts *out);
