/* The order in which several threads may update the rows of a system in place and get what one thread gets that takes
 * them one after the other.
 *
 * Rows i < j that share an entry, A_ij or A_ji, must be taken in that order: j reads what i became, or i reads what j
 * was. The level of a row is one more than that of the highest row before it that shares an entry with it, so that the
 * rows of a level do not touch each other. Levels with few rows are not worth a barrier: neighbours among them make one
 * step of a single thread. Backwards, from the last step to the first, it is a schedule of the descending sweep. */
#ifndef WARPMARK_SOLVERS_SCHEDULE_H
#define WARPMARK_SOLVERS_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "base/csr.h"

enum { SCHEDULE_WIDE = 1024 }; /* rows that make a level a step of its own */

/* Step s has the rows row[start[s]] .. row[start[s + 1] - 1], which ascend. */
struct schedule {
    uint32_t n, nsteps;
    uint32_t *start; /* nsteps + 1 */
    uint32_t *row;   /* n: every row once */
    uint8_t *wide;   /* nsteps: whether its rows may be taken side by side, else they must be one after the other */
};

/* off: the off-diagonal entries. Errors: ERROR_HOST_MEMORY. */
enum status schedule_build(const struct csr *off, struct schedule *out);
void schedule_free(struct schedule *schedule); /* accepts a zeroed one, leaves one */
size_t schedule_bytes(const struct schedule *schedule);

#endif
