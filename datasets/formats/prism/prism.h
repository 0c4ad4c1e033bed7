/* PRISM's explicit-state files: .tra with .lab, .sta, .srew and .trew beside it (format:
 * docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Reads path (a .tra file) and the labels and states beside it, if they exist: the same stem with
 * .lab or .sta, else model.lab or model.sta in the same folder. Without a .lab file, state 0 is
 * "init". "deadlock" also includes states without a line in the .tra file; they get a self-loop of
 * 1. type: the type that the user gave, or CHAIN_UNKNOWN; then the file's own "# Transitions
 * (CTMC)" line must have it. A DTMC row must sum to 1 within 1e-6 (PRISM's own tolerance). Errors:
 * ERROR_IO, ERROR_INPUT (with file and line number), ERROR_HOST_MEMORY. */
enum status prism_read_chain(const char *path, enum chain_type type, struct chain *out);

/* Reads the contents of a .tra file from open lines; states without a transition get none. Errors:
 * as above. */
enum status prism_read_transitions(struct lines *lines, enum chain_type type, struct chain *out);

/* Reads a combined file, .pexp: its sections are like the other files, and its rewards have names.
 * Errors: as above. */
enum status pexp_read_chain(const char *path, enum chain_type type, struct chain *out);

/* Adds a reward called name. It is read from the file of that name (X.srew), relative to the folder
 * of path, with transition rewards from X.trew if that exists. Rewards must be finite and not
 * negative. Errors: as above. */
enum status prism_read_reward(const char *path, const char *name, struct chain *chain);

/* The same with the names in the heads of the files; name = NULL: all files beside the chain's. */
enum status prism_read_rewards(const char *path, const char *name, struct chain *chain);

/* Writes model.tra (with the line that names the type, as PRISM does since 4.10.2), model.lab, and
 * one file of state rewards for each reward. Transition rewards are already part of struct reward's
 * rates, which gives the same expected values. Errors: ERROR_IO, ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status prism_write_chain(const struct chain *chain, const char *folder);
