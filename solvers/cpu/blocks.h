/* Several sweeps in one pass over memory (temporal blocking), of rows whose entries are at most
 * `reach` away from the diagonal, between two vectors that change places. Rows come in groups,
 * which a sweep takes as a whole; lengths and places here are counted in groups.
 *
 * Sweep s (1, 2, ...) reads iterate s - 1 and writes iterate s, where iterate s - 2 was. It may go
 * on to row i when sweep s - 1 has gone beyond i + reach. Then
 *
 *   - all that it reads has been written;
 *   - what it overwrites at row i, iterate s - 2, was read by rows i - reach .. i + reach of sweep
 *     s - 1 alone, which are done;
 *   - sweep s + 1 obeys the same rule, so nothing that sweep s still reads has been overwritten.
 *
 * So two vectors are enough for any number of sweeps. One thread takes block after block: sweep 1
 * goes on by a block, then sweep 2, `reach` behind it, and so on. What is between the first sweep
 * and the last stays in the caches: sweeps * reach rows.
 *
 * Several threads have a part each, first .. end - 1. Sweep s leaves (s - 1) * reach groups at
 * either end of it that borders on another part, so that it neither reads nor overwrites what
 * another thread writes. When all threads are done, sweeps 2, 3, ... of the rows left at each
 * border follow, one after the other: iterate s - 1 is still there from s * reach groups before
 * the border to s * reach behind it, as sweep s + 1 stopped there. A part has at least 2 * sweeps *
 * reach groups, so that borders do not meet. Each row is computed once a sweep, from the same
 * numbers whatever the threads and the blocks. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solvers/cpu/share.h"

enum { BLOCK_ROWS = 1024 };

/* Makes sweep `sweep` of these groups. Returns whether a row failed the test; if unsatisfied is
 * set, the rows are not tested. */
typedef int block_fn(const void *context, unsigned sweep, struct share groups, int unsatisfied);

struct blocks {
    size_t groups, reach, length; /* length: groups of a block */
    unsigned sweeps;              /* at most MAX_BLOCK_SWEEPS */
    bool tested;                  /* the last sweep has the test */
    block_fn *sweep;
    const void *context;
};

enum { MAX_BLOCK_SWEEPS = 16 };

/* Returns the part of one of `threads` threads; it is empty if there are too few rows for this
 * thread. */
struct share blocks_part(const struct blocks *blocks, size_t thread, size_t threads);

/* Makes all sweeps of a part, except at borders to other parts. Returns whether a row failed the
 * test. */
int blocks_descend(const struct blocks *blocks, struct share part);

/* Makes the remaining sweeps at the border where a part ends, after blocks_descend of all parts. */
int blocks_join(const struct blocks *blocks, struct share part);
