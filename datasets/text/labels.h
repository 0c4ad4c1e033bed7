/* The labels and the states in files beside a PRISM .tra file. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Adds a label that no state has yet, unless this machine does not have enough memory. */
enum status labels_add(const struct lines *lines, const char *name, struct chain *chain,
                       uint8_t **holds);

/* Fails, naming line `declared`, if the chain has a label "init" that no state has. */
enum status labels_check_init(struct lines *lines, uint64_t declared, const struct chain *chain);

/* Replaces the last ending of path; .gz and .xz do not count. "a/model.tra.gz" and ".lab" give
 * "a/model.lab", or "a/model.lab.gz" or .xz if only that exists. */
enum status prism_sibling(const char *path, const char *extension, char **out);

/* *out (new) = the file with this extension that belongs to path: with the same stem, else model.*;
 * NULL if there is neither. */
enum status prism_find_beside(const char *path, const char *extension, char **out);

/* Adds the labels of the .lab file at path. It has the first `count` states of the chain, and state
 * 0 has the number `first` in it. If that is -1 (JPF), the file may be empty. Errors: see
 * prism_read_chain. */
enum status prism_read_label_file(const char *path, int first, uint32_t count, struct chain *chain);

/* The same from open lines. */
enum status prism_read_label_lines(struct lines *lines, int first, uint32_t count,
                                   struct chain *chain);

/* Adds "init" (state 0) and "deadlock" (no state) if they are missing. */
enum status prism_complete_labels(struct chain *chain);

/* Add the labels beside the .tra file `path`, with "init" (state 0) and "deadlock" (no state) if it
 * has none; and the names of the variables. Files and errors: see prism_read_chain. */
enum status prism_read_labels(const char *path, struct chain *chain);
enum status prism_read_states(const char *path, struct chain *chain);

/* Reads the names of the variables from open lines of a .sta file. */
enum status prism_read_state_lines(struct lines *lines, struct chain *chain);
