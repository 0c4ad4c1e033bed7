/* Storm's DRN files: a chain with its labels and rewards in one file (format: docs/formats.md).
 * What is read follows Storm's own parser and exporter (DirectEncodingParser,
 * DirectEncodingExporter) and PRISM's exporter. */
#pragma once

#include "base/sparse/chain.h"

/* Reads a DTMC or CTMC with every label and reward of the file. A state without a transition gets a
 * self-loop of 1 and the label "deadlock"; probabilities must sum to 1, and rates to the exit rate
 * where it is given, within ROWS_SIX_DIGITS. Errors: ERROR_IO, ERROR_INPUT (with file and line),
 * ERROR_HOST_MEMORY. */
enum status drn_read_chain(const char *path, enum chain_type type, struct chain *out);

/* Writes model.drn, which Storm can read. Rewards are written as state rewards, because their rates
 * are complete. A comment `// Labels:` has what DRN cannot express: the order of labels, and labels
 * that no state has. Errors: ERROR_INPUT for a name that DRN cannot have, ERROR_IO,
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status drn_write_chain(const struct chain *chain, const char *folder);
