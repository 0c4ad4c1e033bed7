/* Arranges runs for a table or a figure: a row for each distinct combination of some fields, a
 * column for each distinct value of another field, and in each cell the summary of its runs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "store/fields.h"
#include "store/results.h"

struct cell {
    size_t runs;           /* all runs of the cell */
    size_t used;           /* those of them that have a number and may be averaged */
    size_t marked[NMARKS]; /* those of the used ones that have each mark */
    size_t untold;         /* those of the used ones of which it is unknown whether they were
                              disturbed */
    size_t status[NCASE_STATUSES];
    double median; /* over the used runs; NaN: there are none */
    /* Quartiles over the used runs. If no cell uses more than one run: the 95 % interval of its
     * median, or NaN. */
    double low, high;
    bool range; /* it has no interval, and several samples, from least to most */
    double least, most;
    const char *text; /* for fields of texts: the text that all runs share, else NULL */
    size_t samples;   /* number of samples, if the number is that of one run and measured in
                         samples; else 0 */
};

/* A field and its distinct values: ascending if all are numbers, else in order of appearance. */
struct pivot_axis {
    struct field field;
    bool texts; /* some values are texts */
    size_t count;
    struct field_value *level;
};

/* Returns the index of the value in the axis, and adds it if it is new; there must be room. guess:
 * where to look first. */
size_t pivot_axis_add(struct pivot_axis *axis, const struct field_value *value, size_t guess);
void pivot_axis_sort(struct pivot_axis *axis); /* numbers ascending, missing ones last */

struct pivot {
    const struct results *results; /* borrowed; NULL for figures that a script makes */
    size_t nkeys;
    struct pivot_axis *keys; /* keys that name the rows */
    struct pivot_axis columns;
    struct field value;
    size_t nrows;
    size_t *row;                /* nrows * nkeys indices of levels, in lexicographic order */
    struct cell *cells;         /* nrows * columns.count */
    size_t most_used;           /* the largest cell.used */
    unsigned marks;             /* of all cells */
    bool ranges;                /* some cell has a range */
    size_t certified, unproven; /* answers behind the numbers, if the field needs an answer */
};

/* Explains the ranges of cells. */
#define SAMPLES_RANGE "; (range): of fewer than six samples"

/* Arranges the runs as the table declares (defaults, for NULL or "", of columns, value, where:
 * "variant", "solve", all runs). Errors: ERROR_INPUT with the table's id and the nearest name;
 * ERROR_HOST_MEMORY. *out borrows texts from results. */
enum status pivot_build(const struct results *results, const struct table *table,
                        struct pivot *out);

/* The same for the points of a figure: rows are "facet,x" or "x", columns are its curves. */
enum status pivot_figure(const struct results *results, const struct figure *figure,
                         struct pivot *out);

void pivot_free(struct pivot *pivot); /* accepts a zeroed one; leaves one */

/* "18 ok, 2 not_converged", or "2 not_converged" without the ok ones; only the name if the cell has
 * one run. */
struct human cell_statuses(const struct cell *cell, bool with_ok);

/* The same for people: "18 × ok, 2 × no GPU", or "no GPU" if the cell has one run. */
struct human cell_said(const struct pivot *pivot, const struct cell *cell, bool with_ok);

/* Explains in one line what a number in the cells is: "median over up to 20 runs [quartiles]"; ""
 * for plain values. */
struct human pivot_explain(const struct pivot *pivot);

static inline const struct cell *pivot_cell(const struct pivot *pivot, size_t row, size_t column)
{
    return &pivot->cells[row * pivot->columns.count + column];
}

/* The marks of the runs that the cell uses; those of all cells of a column. */
unsigned cell_marks(const struct cell *cell);
unsigned pivot_column_marks(const struct pivot *pivot, size_t column);

static inline const struct field_value *pivot_key(const struct pivot *pivot, size_t row, size_t key)
{
    return &pivot->keys[key].level[pivot->row[row * pivot->nkeys + key]];
}
