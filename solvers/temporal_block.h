/* Whether several sweeps of a matrix can be made in one pass over memory on the CPU
 * (solvers/cpu/blocks.h), and whether that pays. */
#pragma once

#include "solvers/solver.h"

/* |i - j| of the entry that is farthest from the diagonal. */
uint32_t matrix_reach(const struct csr *off);

/* Bytes that a pass of so many sweeps uses again and again, in each thread: rows of the matrix, and
 * entries of the two vectors and of b. */
double pass_window(const struct stored *stored, uint32_t reach, unsigned sweeps);

/* Bytes of the last level of caches that one core may count on; without a word from Linux 1 MiB. */
double core_cache(void);

/* Sets reach and temporal_block of a matrix on the host as its options ask for it. Where the window
 * does not fit the caches, the note says so. */
void temporal_block_plan(const struct matrix *a, struct stored *out);
