/* UMB, the Unified Markov Binary format: a tar archive of an index in JSON and binary arrays
 * (docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"

/* Reads a DTMC or CTMC with its labels and rewards. Errors: ERROR_IO, ERROR_DAMAGED, ERROR_INPUT
 * (another kind of model, or other types of numbers), both with the file and the member;
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status umb_read_chain(const char *path, enum chain_type type, struct chain *out);

/* folder/model.umb. Errors: ERROR_INPUT (a label has no name), ERROR_IO, ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status umb_write_chain(const struct chain *chain, const char *folder);
