/* `warpmark table FILE NAME`: prints a table over one results file.
 *
 * Names are looked up in this order: the tables that the script declares; claims, if it has any;
 * those of listing.h; the figures (their data). Cells show the median over their runs; runs that
 * are not ok are counted beside it and never enter a number. CSV has one line for each cell, full
 * precision, and units in its header ("solve_s"). */
#pragma once

#include <stdio.h>

#include "base/output/grid_view.h"
#include "base/status.h"
#include "store/results.h"

/* Prints a table. Errors: ERROR_INPUT with the nearest name, of the table or of a field in its
 * declaration; ERROR_HOST_MEMORY. Nothing is written then. */
enum status table_print(const struct results *results, const char *name, enum table_format format,
                        FILE *out);

/* The same, with the columns and in the order that the reader wants, and fit for a terminal.
 * Errors: also those of grid_print_view. */
enum status table_print_view(const struct results *results, const char *name,
                             const struct grid_view *view, enum table_format format, FILE *out);

/* Returns whether the rows of a table are made from runs, so that a filter of runs changes them.
 * true for an unknown name. */
bool table_has_runs(const struct results *results, const char *name);

/* Makes the same table for people; out is zeroed, and the caller frees it in any case. */
enum status table_grid(const struct results *results, const char *name, struct grid *out);

struct table_entry {
    const char *name, *kind, *holds; /* kind: "script", "built-in" or "figure" */
};

/* Lists all tables in that order, ending with a NULL name; *out is to be freed, its texts are
 * borrowed. */
enum status table_entries(const struct results *results, struct table_entry **out);

/* Prints this list. Errors: ERROR_HOST_MEMORY, and nothing is written. */
enum status table_print_entries(const struct results *results, enum table_format format, FILE *out);
