/* Who leads to the states of a rank, and what can be searched from there. */
#pragma once

#include "base/sparse/csr.h"
#include "problems/ranks/share.h"

/* *out = a row for each own state, with the numbers of the states that lead to it, but for itself,
 * ascending, and minus their rates; rates: whether these are kept. leaving: for each own state the
 * sum of its rates to others; NULL: not wanted. All ranks together. Errors, the same on all ranks:
 * ERROR_HOST_MEMORY. */
enum status incoming_make(struct share *share, bool rates, double *leaving, struct csr *out);

/* seen (one byte an own state) = the states from which target can be reached along states of
 * through, NULL meaning any; the target too. All ranks together. Errors, the same on all ranks:
 * ERROR_HOST_MEMORY. */
enum status incoming_search(const struct share *share, const struct csr *incoming,
                            const uint8_t *target, const uint8_t *through, uint8_t *seen);
