/* index.json, the description of the model in a UMB file. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/formats/umb/umb_files.h"

/* Values of states, choices or branches: annotations/GROUP/id/ENTITY/values.bin. */
struct umb_annotation {
    char *id, *name; /* name: the alias, else the id */
    bool states, choices, branches;
};

struct umb_annotations {
    size_t count;
    struct umb_annotation *item;
};

/* A variable of the states: some bits of each state's value. Skipped: padding, and what is neither
 * a whole number nor a truth value. */
enum umb_variable_kind { UMB_SKIPPED, UMB_TRUTH, UMB_SIGNED, UMB_UNSIGNED };

struct umb_variable {
    enum umb_variable_kind kind;
    char *name; /* NULL: skipped */
    uint32_t bits;
    uint64_t at;    /* the first bit */
    int64_t offset; /* what is added to a number */
};

struct umb_variables {
    size_t count;
    struct umb_variable *item;
    uint64_t bits; /* of a state */
};

struct umb_index {
    enum chain_type type;
    uint64_t states, choices, branches, actions; /* actions: names of choices */
    struct umb_annotations labels, rewards;
    struct umb_variables variables;
};

/* The version that we write. The Python library umbi calls the same format version 0. */
enum { UMB_VERSION = 1 };

/* Returns whether text can name a label or reward. Names are not trusted: they must be UTF-8, not
 * empty, and without characters that move the cursor or end the line. */
bool umb_is_name(const char *text);

/* Refuses everything that is not a DTMC, CTMC or MDP with numbers of type double. Errors:
 * ERROR_INPUT, ERROR_DAMAGED, ERROR_IO, ERROR_HOST_MEMORY. */
enum status umb_index_read(const struct umb_files *files, struct umb_index *out);
void umb_index_free(struct umb_index *index); /* accepts a zeroed struct; leaves one */

/* *out (new) = the text of a chain's index. Errors: ERROR_INPUT (a name that readers refuse),
 * ERROR_HOST_MEMORY. */
enum status umb_index_make(const struct chain *chain, char **out);

/* Returns the id of the label or reward that is the index-th of its kind; buffer holds it. */
enum { UMB_ID = 80 };
const char *umb_id(const char *name, size_t index, char buffer[UMB_ID]);
