/* Orders in which states can be numbered. */
#pragma once

#include "base/sparse/csr.h"

/* Breadth-first numbering along a's stored entries i -> j: first the start states in
 * ascending order (start: one byte a state; NULL: state 0), level by level, successors in ascending
 * order; states not reached follow in ascending order (MEALS 2013). rank[i] = new number of state
 * i. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status breadth_first_order(const struct csr *a, const uint8_t *start, uint32_t *rank);
