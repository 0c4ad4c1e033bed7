/* Processes that are ranks meet: what all who work with ranks need. All ranks call these functions
 * in the same order, but for ranks_self and ranks_link_here. */
#pragma once

#include "base/status.h"
#include "solvers/ranks/link.h"

/* Loads MPI and meets the others. Errors: ERROR_ENVIRONMENT, before any other rank is met. */
enum status ranks_meet(const char *library, struct link_self *out);
const struct ranks_link *ranks_link_here(void); /* of ranks that have met */
const struct link_self *ranks_self(void);

/* What all ranks have to say: OK where all do, else the status of the first rank that has another
 * and its message, on every rank; with "rank K: " before it unless all have that status. */
enum status ranks_agree(enum status mine);
