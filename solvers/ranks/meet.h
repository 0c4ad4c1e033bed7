/* Functions to start and use ranks, which are processes that solve together. All ranks call these
 * functions in the same order, except ranks_self and ranks_link_here. */
#pragma once

#include "base/status.h"
#include "solvers/ranks/link.h"

/* Loads MPI and meets the others. Errors: ERROR_ENVIRONMENT, before any other rank is met. */
enum status ranks_meet(const char *library, struct link_self *out);
const struct ranks_link *ranks_link_here(void); /* after ranks_meet */
const struct link_self *ranks_self(void);

/* Returns the same status on every rank: OK if all have OK, else the status and message of the
 * first rank that has another. The message begins with "rank K: " unless all ranks have that
 * status. */
enum status ranks_agree(enum status mine);
