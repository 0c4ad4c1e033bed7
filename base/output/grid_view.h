/* How a reader wants to see a table: which columns, sorted by which, and how wide. */
#pragma once

#include "base/output/grid.h"

struct grid_view {
    const char *columns; /* heads, "problem,solve"; NULL: all */
    const char *sort;    /* head of a column; with '-' in front: descending; NULL: as it is */
};

/* Prints the table as the reader wants it (view may be NULL), which changes it. Text on a terminal
 * is made to fit (grid_fit); a reader who names columns gets them all. Errors: ERROR_INPUT with the
 * nearest head; ERROR_HOST_MEMORY. Nothing is written then. */
enum status grid_print_view(struct grid *grid, const struct grid_view *view,
                            enum table_format format, FILE *out);

/* Makes the text of a table at most `width` characters wide, as far as that goes. drops: it loses
 * its least important columns (grid->order), the last four only where they are still too wide,
 * but never its keys; the note names them. Then long texts are broken into lines. Errors:
 * ERROR_HOST_MEMORY. */
enum status grid_fit(struct grid *grid, bool drops, size_t width);
