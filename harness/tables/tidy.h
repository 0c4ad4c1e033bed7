/* Columns that say everything about a run, for CSV and JSON: each row stands for itself, nobody has
 * to join tables. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/store/fields.h"
#include "harness/util/grid.h"

struct tidy_column {
    const char *before, *name; /* the head is both, and the unit */
    struct field field;
    bool texts;
};

/* An axis that problems do not have is missing there. A field that an axis hides stands in a column
 * of its own: "measured_n". */
struct tidy {
    size_t count;
    struct tidy_column *column;
};

/* Every axis, and the fields called names (ends with NULL; NULL: every field). Names are borrowed.
 * *out is to be freed in any case. Errors: ERROR_HOST_MEMORY. */
enum status tidy_make(const struct results *results, const char *const *names, struct tidy *out);
void tidy_free(struct tidy *tidy);

void tidy_heads(const struct tidy *tidy, struct grid *grid);
enum status tidy_cells(const struct tidy *tidy, const struct results *results,
                       const struct result_run *run, struct grid *grid);

/* From which run and which machine: the same in all rows of a file. */
void tidy_origin_heads(struct grid *grid);
void tidy_origin_cells(const struct results *results, struct grid *grid);
