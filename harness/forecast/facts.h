/* Finds facts about a problem before it is solved: its structure, and what a few sweeps show. On
 * the host the sweeps use the problem's own rows; on a device they use the operations of the
 * uploaded layout. */
#pragma once

#include "problems/problem.h"
#include "solvers/forecast.h"

/* Limits of the sweeps: most sweeps of Jacobi and of Gauss-Seidel on the host, most of Jacobi at a
 * place, and about how many seconds in all. With fewer than FEWEST_RELAXED, Jacobi's sweeps are
 * only timed (on one core: left out), and its convergence is guessed from Gauss-Seidel's. On a
 * device Gauss-Seidel's convergence is guessed from Jacobi's. */
struct probing {
    unsigned relaxed, in_place, placed;
    double seconds;
    bool brief; /* on the host, not for chains: the probe ends as soon as it has taken long compared
                   with the solve. The first sweeps of a chain say little about later ones */
};

enum { FEWEST_RELAXED = 4 };

/* The system in its layout, uploaded to its place. */
struct placed {
    const struct stored *stored;
    const double *b, *x0; /* on the host, in the order of its rows; b may be NULL */
    const struct matrix *matrix;
};

/* Finds the facts. placed: NULL for the host. epsilon: of the answer's error. Errors:
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED; those of a device. */
enum status facts_find(const struct problem *problem, const struct placed *placed,
                       const struct place *place, enum precision precision, double epsilon,
                       const struct probing *probing, struct facts *out);
