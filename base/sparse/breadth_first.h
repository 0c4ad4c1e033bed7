/* Breadth-first numbering of states. */
#pragma once

#include "base/sparse/csr.h"

/* Numbers the states breadth-first along a's stored entries i -> j: first the start states in
 * ascending order (start: one byte for each state; NULL: state 0), then level by level, successors
 * in ascending order. States that are not reached follow in ascending order (MEALS 2013). rank[i] =
 * new number of state i. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status breadth_first_order(const struct csr *a, const uint8_t *start, uint32_t *rank);
