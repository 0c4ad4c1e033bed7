/* Searches along the transitions of a matrix by all cores. A sweep visits the rows in their order
 * or against it, in turns, and sees what it has found itself; so few sweeps suffice for most
 * chains. If many would be needed, these functions give up, and a search with a queue is faster.
 *
 * Which states are found does not depend on the number of threads. */
#pragma once

#include "base/sparse/csr.h"

#define NO_LEVEL UINT32_MAX

/* level: 0 for targets, otherwise NO_LEVEL. Sets the level of each state from which a target can be
 * reached through states of `through` (NULL: all): the level of one of its successors plus 1, so it
 * depends on the threads. *left = number of states without a level. Returns false if it gave up
 * before all are found. */
bool spread_back(const struct csr *a, const uint8_t *through, uint32_t *level, uint64_t *left);

/* reached: 1 for the first states, otherwise 0. Makes it non-zero for all states that these reach.
 * Returns false if it gave up. */
bool spread_ahead(const struct csr *a, uint8_t *reached);
