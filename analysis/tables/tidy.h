/* Columns that describe a run completely, for CSV and JSON: nobody has to join tables to understand
 * a row. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/output/grid.h"
#include "base/status.h"
#include "store/fields.h"

struct tidy_column {
    const char *before, *name; /* the head is both, followed by the unit */
    struct field field;
    bool texts;
};

/* An axis that a problem does not have is missing in its rows. A field that has the name of an axis
 * gets a column of its own: "measured_n". */
struct tidy {
    size_t count;
    struct tidy_column *column;
};

/* Makes columns for every axis, and for the fields called names (ends with NULL; NULL: every
 * field). Names are borrowed. The caller frees *out in any case. Errors: ERROR_HOST_MEMORY. */
enum status tidy_make(const struct results *results, const char *const *names, struct tidy *out);
void tidy_free(struct tidy *tidy);

void tidy_heads(const struct tidy *tidy, struct grid *grid);
enum status tidy_cells(const struct tidy *tidy, const struct results *results,
                       const struct result_run *run, struct grid *grid);

/* Columns for the run and the machine, with the same content in all rows of a file. */
void tidy_origin_heads(struct grid *grid);
void tidy_origin_cells(const struct results *results, struct grid *grid);
