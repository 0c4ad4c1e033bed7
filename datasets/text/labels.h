/* The labels and the states that stand beside a PRISM .tra file. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Adds a label that no state has yet, unless this machine cannot hold it. */
enum status labels_add(const struct lines *lines, const char *name, struct chain *chain,
                       uint8_t **holds);

/* Fails, naming line `declared`, where the chain has a label "init" that no state has. */
enum status labels_check_init(struct lines *lines, uint64_t declared, const struct chain *chain);

/* path with what follows its last dot replaced, .gz and .xz not counted: "a/model.tra.gz" and
 * ".lab" give "a/model.lab", or "a/model.lab.gz" or .xz where only that exists. */
enum status prism_sibling(const char *path, const char *extension, char **out);

/* *out (new) = the file with this extension that belongs to path: the same stem, else model.*; NULL
 * where there is neither. */
enum status prism_find_beside(const char *path, const char *extension, char **out);

/* Adds the labels of the .lab file at path, which knows the first `count` states of the chain and
 * calls state 0 `first`. From -1 (JPF) the file may be empty. Errors: see prism_read_chain. */
enum status prism_read_label_file(const char *path, int first, uint32_t count, struct chain *chain);

/* The same from lines that are open. */
enum status prism_read_label_lines(struct lines *lines, int first, uint32_t count,
                                   struct chain *chain);

/* Adds "init" (state 0) and "deadlock" (nowhere) where they are missing. */
enum status prism_complete_labels(struct chain *chain);

/* Adds the labels beside the .tra file `path`, "init" (state 0) and "deadlock" (nowhere) where it
 * has none, and the names of the variables. Which files: see prism_read_chain. Errors: as there. */
enum status prism_read_labels(const char *path, struct chain *chain);
enum status prism_read_states(const char *path, struct chain *chain);

/* The names of the variables from lines that are open, as a .sta file has them. */
enum status prism_read_state_lines(struct lines *lines, struct chain *chain);
