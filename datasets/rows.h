/* What every reader of chains does with the rows that it has read. */
#ifndef WARPMARK_DATASETS_ROWS_H
#define WARPMARK_DATASETS_ROWS_H

#include "base/chain.h"
#include "datasets/lines.h"

/* Probabilities of a row sum to 1 within 1e-6 (PRISM's own tolerance), rates to something finite. last: per state the
 * line of the file that its row ends in, 0 for none: such a row is not looked at. Errors: ERROR_INPUT with that line.
 */
enum status rows_check(struct lines *lines, enum chain_type type, const struct csr *a, const uint64_t *last);

/* Gives every empty row a self-loop of 1, and notes it in deadlock (one byte a row). Errors: ERROR_HOST_MEMORY; a is
 * as it was then. */
enum status rows_close_deadlocks(struct csr *a, uint8_t *deadlock);

#endif
