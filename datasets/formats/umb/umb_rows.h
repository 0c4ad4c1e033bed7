/* Makes the rows of a chain from the branches of a UMB file. */
#pragma once

#include "datasets/formats/umb/umb_index.h"

/* What rewards and actions need to know about the rows. */
struct umb_rows {
    uint64_t *choices; /* for each state, its first choice, and the end; NULL: each has one */
    double *exit;      /* for each state of a CTMC; else NULL */
};

void umb_rows_free(struct umb_rows *rows); /* accepts a zeroed struct */

/* Reads the branches of every choice as they are in the file: row, col and val of the transitions,
 * and the groups of an MDP; a state without choices gets an empty row. Columns are in any order,
 * and values may be 0. For a CTMC, val has rates. Every column is below n. Errors: those of
 * umb_read_chain. */
enum status umb_rows_read(const struct umb_files *files, const struct umb_index *index,
                          struct chain *chain, struct umb_rows *out);

/* Returns the choice of the state to which its row belongs, or UINT64_MAX. */
uint64_t umb_choice(const struct chain *chain, const struct umb_rows *rows, uint32_t state,
                    uint32_t row);

/* Reads the names of an MDP's choices. Errors: as above. */
enum status umb_actions_read(const struct umb_files *files, const struct umb_index *index,
                             const struct umb_rows *rows, struct chain *chain);

/* Sorts each row, adds up equal columns, drops zeros, and checks the sums. Errors: ERROR_INPUT,
 * ERROR_HOST_MEMORY. */
enum status umb_rows_finish(const struct umb_files *files, struct chain *chain);
