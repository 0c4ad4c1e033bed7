/* Decides whether several sweeps of a matrix can be made in one pass over memory on the CPU
 * (solvers/cpu/blocks.h), and whether that is faster. */
#pragma once

#include "solvers/solver.h"

/* Returns |i - j| of the entry that is farthest from the diagonal. */
uint32_t matrix_reach(const struct csr *off);

/* Returns the bytes that a pass of so many sweeps uses repeatedly, per thread: rows of the matrix,
 * and entries of the two vectors and of b. */
double pass_window(const struct stored *stored, uint32_t reach, unsigned sweeps);

/* Returns the bytes of the last cache level that one core may use; 1 MiB if Linux does not tell
 * them. */
double core_cache(void);

/* Sets reach and temporal_block of a matrix on the host as its options ask. If the window does not
 * fit into the caches, the note says so. */
void temporal_block_plan(const struct matrix *a, struct stored *out);
