/* Value iteration in place, one strong component of the rows after another. */
#pragma once

#include "base/sparse/component_order.h"
#include "solvers/methods/vi_gs.h"

struct topological {
    struct vi_gs in_place; /* first, as vi_gs_prepare takes it */
    struct components components;
    bool foretells; /* gives up once the changes foretell that the updates will not be enough */
    uint64_t updates, most, unseen, begun; /* begun: iterations before */
};

/* Updates x (solve->x) until the test passes in each component. At most so many iterations: each is
 * as many updates as there are unknowns, and solve->iterations grows by them. Sets solve->outcome:
 * CONVERGED, MAX_ITERATIONS, STOPPED or DIVERGED. The caller has opened in_place and components. */
enum status topological_solve(struct solve *solve, struct topological *own, uint64_t most);
