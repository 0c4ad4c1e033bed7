/* PRISM's explicit-state files: .tra with .lab, .sta, .srew and .trew beside it (format:
 * docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Reads path (a .tra file) and, where they exist, the labels and states beside it: the same stem
 * with .lab or .sta, else model.lab or model.sta in the same folder. Without a .lab file, state 0
 * is "init". "deadlock" also covers states without a line in the .tra file; they get a self-loop
 * of 1. type: what the user said, or CHAIN_UNKNOWN; then the file's own "# Transitions (CTMC)" line
 * must tell. A DTMC row must sum to 1 within 1e-6 (PRISM's own tolerance). Errors: ERROR_IO,
 * ERROR_INPUT (with file and line number), ERROR_HOST_MEMORY. */
enum status prism_read_chain(const char *path, enum chain_type type, struct chain *out);

/* What a .tra file has, from lines that are open; states without a transition keep none. Errors: as
 * above. */
enum status prism_read_transitions(struct lines *lines, enum chain_type type, struct chain *out);

/* Reads a combined file, .pexp: its sections are what the other files have, and rewards have names.
 * Errors: as above. */
enum status pexp_read_chain(const char *path, enum chain_type type, struct chain *out);

/* Adds a reward called name, read from the file of that name (X.srew), relative to the folder of
 * path, and transition rewards from X.trew where that exists. Rewards must be finite and not
 * negative. Errors: as above. */
enum status prism_read_reward(const char *path, const char *name, struct chain *chain);

/* Writes model.tra (with the line that tells the type, as PRISM does since 4.10.2), model.lab, and
 * state rewards, a file a reward: rewards of transitions are in struct reward's rates already,
 * which every expectation is the same for. Errors: ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED.
 */
enum status prism_write_chain(const struct chain *chain, const char *folder);
