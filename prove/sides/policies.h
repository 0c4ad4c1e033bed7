/* Policy iteration (solvers/policies/policies.h) in which chains are solved by refinement. Internal
 * to prove/. */
#pragma once

#include "prove/systems/budget.h"
#include "solvers/policies/policies.h"

/* p: its solve and with are set here. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status refine_policies(struct policies *p, struct budget *budget, uint32_t *choice,
                            double *x);
