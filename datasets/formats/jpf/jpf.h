/* Files of JPF's probabilistic extension: .tra with .lab beside it (format: docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"

/* Reads path (a .tra file) and the labels of the same stem, if they exist. State s of the file is
 * state s + 1 of the chain. If the probabilities of a state sum to less than 1, the rest leads to
 * an additional last state, which is absorbing and is the only one with the label "sink". States
 * that have predecessors but no line of their own have the label "frontier". Both labels exist also
 * if no state has them, unless the file defines labels with these names. type: CHAIN_UNKNOWN or
 * CHAIN_DTMC. Errors: ERROR_IO, ERROR_INPUT (with file and line), ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status jpf_read_chain(const char *path, enum chain_type type, struct chain *out);
