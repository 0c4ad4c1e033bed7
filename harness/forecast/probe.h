/* Sweeps that are tried before a solve. Both kinds of probe set sweep, relaxed, in_place and
 * in_place_cost of facts. They need its structure, place, epsilon and period. */
#pragma once

#include "harness/forecast/facts.h"

#define PROBE_DAMPED 0.9     /* relaxation where undamped sweeps would cycle for ever */
#define PROBE_STANDS 0.95    /* stalled: the change keeps more than this in half of the sweeps */
#define PROBE_FOR_IN_PLACE 4 /* sweeps of Jacobi for one of Gauss-Seidel (2 to 20 on chains) */

/* Tries sweeps on the problem's own rows. */
enum status probe_host(const struct problem *problem, const struct probing *probing,
                       struct facts *facts);

/* Tries sweeps with the operations of the place. */
enum status probe_placed(const struct problem *problem, const struct placed *placed,
                         const struct probing *probing, struct facts *facts);
