/* Algorithms on the non-zero structure of a chain, in linear time and without recursion, most on
 * all cores (spread.h). Sets of states have one byte for each state. */
#pragma once

#include "base/sparse/csr.h"

/* Prob0 and Prob1 of `through U goal` (through = NULL: true), for chains: *no (new) = states with
 * probability zero, *yes (new) = states with probability one. */
enum status certain_states(const struct csr *a, const uint8_t *through, const uint8_t *goal,
                           uint8_t **no, uint8_t **yes);

#define NO_CLASS UINT32_MAX

/* Strongly connected components by Tarjan's algorithm: *component (new, a->n) = 0 .. *count - 1,
 * successors before predecessors. Values are not used. Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED.
 */
enum status strong_components(const struct csr *a, uint32_t **component, uint32_t *count);

/* Closed (bottom strongly connected) classes: *class_of (new, a->rows) = 0 .. *count - 1 in the
 * order of their first states, NO_CLASS for transient states. source: a state that is known to
 * reach all others, or UINT32_MAX. */
enum status closed_classes(const struct csr *a, uint32_t source, uint32_t **class_of,
                           uint32_t *count);

/* The states of class c, of n states and `count` classes, are (*member)[(*first)[c]] .. [(*first)[c
 * + 1] - 1], ascending; both are new, and states of NO_CLASS are left out. Errors:
 * ERROR_HOST_MEMORY; free both then, too. */
enum status class_members(const uint32_t *class_of, uint32_t n, uint32_t count, uint64_t **first,
                          uint32_t **member);

/* Finds the period of an irreducible part of a, which root reaches along stored entries, and the
 * cyclic class of each of its states: every entry leads from class k to class k + 1 modulo the
 * period. is_all: the part is all of a. phase: a->rows entries; those of the reached states are
 * written, and all must be NO_CLASS before. Self-loops must not be stored. Errors:
 * ERROR_HOST_MEMORY. */
enum status cyclic_classes(const struct csr *a, uint32_t root, bool is_all, uint32_t *phase,
                           uint32_t *period);
