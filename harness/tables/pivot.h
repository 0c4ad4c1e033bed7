/* Runs arranged for a table or a figure: one row per distinct combination of some fields, one
 * column per distinct value of another, and in each cell what the runs there show together. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/store/fields.h"
#include "harness/store/results.h"

struct cell {
    size_t runs;           /* all that fall here */
    size_t used;           /* of those, the ones that have a number and may be averaged */
    size_t marked[NMARKS]; /* of those that are used, the ones with each mark */
    size_t untold;         /* and those of which nobody knows whether they were disturbed */
    size_t status[NCASE_STATUSES];
    double median; /* over the runs that are used; NaN for none */
    /* quartiles over the runs that are used; where no cell uses more than one, the 95 % interval of
     * its median; or NaN */
    double low, high;
    const char *text; /* for fields of texts: the one that all runs share, else NULL */
    size_t samples;   /* behind the number, where it is one run's and measured in samples; else 0 */
};

/* A field and its distinct values: numbers ascending where all are numbers, else in order of
 * appearance. */
struct pivot_axis {
    struct field field;
    bool texts; /* some values are */
    size_t count;
    struct field_value *level;
};

/* The index of the value in the axis, which has room for it where it is new; looked for first at
 * guess. */
size_t pivot_axis_add(struct pivot_axis *axis, const struct field_value *value, size_t guess);
void pivot_axis_sort(struct pivot_axis *axis); /* numbers ascending, missing ones last */

struct pivot {
    const struct results *results; /* borrowed; NULL of figures that a script makes */
    size_t nkeys;
    struct pivot_axis *keys; /* that name the rows */
    struct pivot_axis columns;
    struct field value;
    size_t nrows;
    size_t *row;                /* nrows * nkeys indices of levels, in lexicographic order */
    struct cell *cells;         /* nrows * columns.count */
    size_t most_used;           /* the largest cell.used */
    unsigned marks;             /* of all cells */
    size_t certified, unproven; /* answers behind the numbers, where the field needs an answer */
};

/* Arranges the runs as the table says (NULL or "" in columns, value, where: "variant", "solve", all
 * runs). Errors: ERROR_INPUT with the table's id and the nearest name; ERROR_HOST_MEMORY. *out
 * borrows texts from results. */
enum status pivot_build(const struct results *results, const struct table *table,
                        struct pivot *out);

/* The same for the points of a figure: rows are "facet,x" or "x", columns its curves. */
enum status pivot_figure(const struct results *results, const struct figure *figure,
                         struct pivot *out);

void pivot_free(struct pivot *pivot); /* accepts a zeroed one; leaves one */

/* "18 ok, 2 not_converged", or "2 not_converged" without the ok ones; just the name where the cell
 * has one run. */
struct human cell_statuses(const struct cell *cell, bool with_ok);

/* The same for people: "18 × ok, 2 × no GPU", or "no GPU" where the cell has one run. */
struct human cell_said(const struct pivot *pivot, const struct cell *cell, bool with_ok);

/* One line on what a number in the cells is: "median over up to 20 runs [quartiles]"; "" for plain
 * values. */
struct human pivot_explain(const struct pivot *pivot);

static inline const struct cell *pivot_cell(const struct pivot *pivot, size_t row, size_t column)
{
    return &pivot->cells[row * pivot->columns.count + column];
}

/* The marks of the runs that the cell uses, and those of all cells of a column. */
unsigned cell_marks(const struct cell *cell);
unsigned pivot_column_marks(const struct pivot *pivot, size_t column);

static inline const struct field_value *pivot_key(const struct pivot *pivot, size_t row, size_t key)
{
    return &pivot->keys[key].level[pivot->row[row * pivot->nkeys + key]];
}
