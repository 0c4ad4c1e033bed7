/* Makes the rows of a chain from the branches of a UMB file. */
#pragma once

#include "datasets/formats/umb/umb_index.h"

/* Reads the branches of every state as they are in the file: row, col and val of the transitions.
 * Columns are in any order, and values may be 0. For a CTMC, val has rates and *exit (new) the exit
 * rates; else *exit is NULL. Every column is below n. Errors: those of umb_read_chain. */
enum status umb_rows_read(const struct umb_files *files, const struct umb_index *index,
                          struct chain *chain, double **exit);

/* Sorts each row, adds up equal columns, drops zeros, and checks the sums. Errors: ERROR_INPUT,
 * ERROR_HOST_MEMORY. */
enum status umb_rows_finish(const struct umb_files *files, struct chain *chain);
