/* Predecessors of a rank's states, and backward searches with them. */
#pragma once

#include "base/sparse/csr.h"
#include "problems/ranks/share.h"

/* *out = a row for each own state with the numbers of its predecessors, except itself, ascending,
 * and with minus their rates; rates: whether to store these. leaving: for each own state the sum of
 * its rates to others; may be NULL. All ranks call this together. Errors, the same on all ranks:
 * ERROR_HOST_MEMORY. */
enum status incoming_make(struct share *share, bool rates, double *leaving, struct csr *out);

/* seen (one byte for each own state) = the states from which a target can be reached through states
 * of `through` (NULL: any), and the targets. All ranks call this together. Errors, the same on all
 * ranks: ERROR_HOST_MEMORY. */
enum status incoming_search(const struct share *share, const struct csr *incoming,
                            const uint8_t *target, const uint8_t *through, uint8_t *seen);
