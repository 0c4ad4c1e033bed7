/* What JPF's probabilistic extension writes: .tra with .lab beside it (format: docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"

/* Reads path (a .tra file) and the labels of the same stem, where there are any. State s of the
 * file is state s + 1 of the chain. Probability that a state lacks goes to one more state, the
 * last, which is absorbing and alone has the label "sink"; states that are only led to have the
 * label "frontier". Both labels exist also where no state has them, unless the file gives their
 * names to its own. type: CHAIN_UNKNOWN or CHAIN_DTMC. Errors: ERROR_IO, ERROR_INPUT (with file and
 * line), ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status jpf_read_chain(const char *path, enum chain_type type, struct chain *out);
