/* The sweeps that are tried before a solve. Both kinds of probe set sweep, relaxed, in_place and
 * in_place_cost of facts, whose structure, place, epsilon and period are known. */
#pragma once

#include "harness/forecast/facts.h"

#define PROBE_DAMPED 0.9     /* relaxation where undamped sweeps go round for ever */
#define PROBE_STANDS 0.95    /* a change that has fallen less in half of the sweeps stands still */
#define PROBE_FOR_IN_PLACE 4 /* sweeps of Jacobi for one of Gauss-Seidel: 2 to 20 on chains */

/* On the problem's own rows. */
enum status probe_host(const struct problem *problem, const struct probing *probing,
                       struct facts *facts);

/* By the operations of the place. */
enum status probe_placed(const struct problem *problem, const struct placed *placed,
                         const struct probing *probing, struct facts *facts);
