/* `warpmark table FILE NAME`: the tables over one results file.
 *
 * Names, the first match wins: the tables that the script declares; claims, where it has any; then
 * those of listing.h; then the figures (their data). Cells
 * show the median over the runs that fall into them; what did not end ok is counted beside it and
 * never enters a number. CSV has one line per cell, full precision and units in its header
 * ("solve_s"). */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "harness/store/results.h"
#include "harness/util/grid.h"

/* Errors: ERROR_INPUT with the nearest name, of the table or of a field in its declaration;
 * ERROR_HOST_MEMORY. Nothing is written then. */
enum status table_print(const struct results *results, const char *name, enum table_format format,
                        FILE *out);

/* The same as a grid, for people: out is zeroed, and to be freed in any case. */
enum status table_grid(const struct results *results, const char *name, struct grid *out);

struct table_entry {
    const char *name, *kind, *holds; /* kind: "script", "built-in" or "figure" */
};

/* All in that order, ending with a NULL name; *out is to be freed, its texts are borrowed. */
enum status table_entries(const struct results *results, struct table_entry **out);

/* Prints these. Errors: ERROR_HOST_MEMORY, and nothing is written. */
enum status table_print_entries(const struct results *results, enum table_format format, FILE *out);
