/* The built-in tables: plain lists of the content of a results file. */
#pragma once

#include <stdbool.h>

#include "base/output/grid.h"
#include "base/status.h"
#include "store/fields.h"
#include "store/results.h"

struct listing {
    const char *name, *holds; /* holds: its content, in a line */
    /* Declares the columns of a zeroed grid and fills it; exact: full precision and units in the
     * heads, for CSV and JSON. The caller frees the grid in any case. Errors: ERROR_HOST_MEMORY. */
    enum status (*fill)(const struct results *results, bool exact, struct grid *grid);
};

extern const struct listing listings[]; /* ends with a NULL name */

/* Appends a value in full precision (exact) or as people read it. */
enum status grid_value(struct grid *grid, bool exact, const struct field *field,
                       const struct field_value *value);

void grid_number(struct grid *grid, bool exact, enum unit unit, double number);
void grid_count(struct grid *grid, bool exact, uint64_t count); /* or MISSING */

/* Declares a column of exact values; the unit follows its name: "solve_s". */
enum status grid_exact_column(struct grid *grid, const char *name, enum unit unit, bool number);

/* analysis/tables/inside.c */
enum status fill_inside(const struct results *results, bool exact, struct grid *grid);

/* analysis/tables/counted.c */
enum status fill_counters(const struct results *results, bool exact, struct grid *grid);

/* analysis/tables/samples.c */
enum status fill_samples(const struct results *results, bool exact, struct grid *grid);
