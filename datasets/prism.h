/* PRISM's explicit-state files: .tra with .lab, .sta, .srew and .trew beside it (format: docs/formats.md). */
#ifndef WARPMARK_DATASETS_PRISM_H
#define WARPMARK_DATASETS_PRISM_H

#include "base/chain.h"

/* Reads path (a .tra file) and, where they exist, the labels and states beside it: the same stem with .lab or .sta,
 * else model.lab or model.sta in the same folder. Without a .lab file, state 0 is "init". "deadlock" also covers states
 * without a line in the .tra file; they get a self-loop of 1.
 * type: what the user said, or CHAIN_UNKNOWN; then the file's own "# Transitions (CTMC)" line must tell. A DTMC row
 * must sum to 1 within 1e-6 (PRISM's own tolerance). Errors: ERROR_IO, ERROR_INPUT (with file and line number),
 * ERROR_HOST_MEMORY. */
enum status prism_read_chain(const char *path, enum chain_type type, struct chain *out);

/* Reads state rewards from path (X.srew) and transition rewards from X.trew where that exists, for a chain read before.
 * *out is one number a state: rho_i + sum_j R(i,j) iota(i,j), where rho are state rewards, iota transition rewards and
 * R the chain's probabilities or rates. Rewards must be finite and not negative. Errors: as above. */
enum status prism_read_rewards(const char *path, const struct chain *chain, double **out);

#endif
