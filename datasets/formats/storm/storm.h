/* Storm's explicit files: .tra with .lab and rewards beside it (format: docs/formats.md). What they
 * hold follows Storm's own parser (AutoParser, DeterministicSparseTransitionParser,
 * SparseItemLabelingParser, SparseStateRewardParser). */
#pragma once

#include "base/sparse/chain.h"

/* Reads path (a .tra file) and, where it exists, the .lab file beside it: the same stem, else
 * model.lab in the same folder. The largest state of path is the last of the chain; where no label
 * "init" is declared, state 0 has it; a state without a line gets a self-loop of 1 and the label
 * "deadlock". Probabilities must sum to 1 within ROWS_SIX_DIGITS. Errors: ERROR_IO, ERROR_INPUT
 * (with file and line), ERROR_HOST_MEMORY. */
enum status storm_read_chain(const char *path, enum chain_type type, struct chain *out);

/* Adds the labels of a .lab file. Errors: as above. */
enum status storm_read_labels(const char *path, struct chain *chain);

/* Adds a reward called name, read from X.state.rew and X.trans.rew, one of which name is, relative
 * to the folder of path; the other may be missing. Errors: as above. */
enum status storm_read_reward(const char *path, const char *name, struct chain *chain);

/* Writes model.tra, model.lab, and one file of state rewards for each reward, as prism_write_chain
 * does. Errors: ERROR_INPUT (the name of a label is no word), ERROR_IO, ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status storm_write_chain(const struct chain *chain, const char *folder);
