/* Judging: what a script says of finished results, once they are there. Its claims are tested, and
 * the tables and figures that it builds are built, by its own Lua functions, which only read.
 *
 * The script runs again, from the texts that the results hold (its own, and what it read), with the
 * options of the run, so that a results file alone will do. It sees no files, no clock and no other
 * program. As it may be anybody's, it runs in a process that can do nothing but answer
 * (harness/process/sandbox.h), and what that answers is checked (judge_read.h). */
#pragma once

#include <stdbool.h>

#include "base/status.h"
#include "harness/store/results.h"
#include "harness/util/units.h"
#include "problems/row_order.h"

enum verdict { VERDICT_HOLDS, VERDICT_DOES_NOT_HOLD, VERDICT_NOT_TESTED, NVERDICTS };

extern const char *const verdict_names[NVERDICTS]; /* "holds", "does not hold", "not tested here" */

struct judged_claim {
    char *id, *text;
    enum verdict verdict;
    char *numbers;   /* behind the verdict, or why there is none: one line */
    char *magnitude; /* whether it is by as much as was published; "" where the claim names no
                        number */
};

/* First words of judged_claim.magnitude, as in "as published", "outside: 316 against 18". It can
 * also be "not tested here". */
enum magnitude { MAGNITUDE_AS_PUBLISHED, MAGNITUDE_OUTSIDE, NMAGNITUDES };

extern const char *const magnitude_names[NMAGNITUDES]; /* "as published", "outside" */

struct judged_claims {
    size_t count;
    struct judged_claim *claim;
};

/* Unit of the numbers of a column or an axis. */
enum judged_unit {
    JUDGED_S,
    JUDGED_B,
    JUDGED_B_S,
    JUDGED_COUNT,
    JUDGED_NUMBER,
    JUDGED_BOUND, /* from above */
    JUDGED_RATIO,
    JUDGED_TEXT,
    NJUDGED_UNITS
};

extern const char
    *const judged_unit_names[NJUDGED_UNITS + 1]; /* "s", "B", "B/s", "count", ..., then NULL */

struct judged_column {
    char *title, *group; /* group: heading over neighbours that have the same, or NULL */
    enum judged_unit unit;
};

/* A text where text is not NULL, else a number (base units); NaN: nothing. */
struct judged_cell {
    double number;
    char *text;
    char *mark; /* behind the value, or instead of it; NULL for none */
};

struct judged_table {
    char *title;
    size_t ncolumns, nrows, ncells, nnotes;
    struct judged_column *columns;
    struct judged_cell *cells; /* nrows * ncolumns, row by row */
    char **notes;              /* a line each */
};

struct judged_point {
    double x, y;
    char *x_text;     /* where x is a text; else NULL */
    double low, high; /* NaN: no interval */
};

struct judged_curve {
    char *title;
    size_t npoints;
    struct judged_point *points;
};

struct judged_panel {
    char *title;
    size_t ncurves;
    struct judged_curve *curves;
};

struct judged_axis {
    char *title;
    enum judged_unit unit;
};

struct judged_figure {
    char *kind, *log; /* "lines" or "bars"; "", "x", "y" or "xy" */
    struct judged_axis x, y;
    bool faceted; /* panels have titles of their own; else there is one */
    size_t npanels;
    struct judged_panel *panels;
};

/* Problems whose structure is to be drawn, a picture each. */
struct judged_structure {
    size_t count;
    struct judged_sight {
        char *label, *source;
    } * sight;
    bool orders[NORDERS]; /* wanted */
};

/* Tests every claim of the script, in its order. Errors of all: ERROR_INPUT with one line (file and
 * line of the script's that went wrong, what it gave that it should not, or which limit it
 * exceeded); ERROR_ENVIRONMENT where the system has no filter of system calls and the results are
 * not trusted; ERROR_HOST_MEMORY, ERROR_INTERRUPTED. *out is new, and empty on failure. */
enum status judge_claims(const struct results *results, struct judged_claims *out);
void judged_claims_free(
    struct judged_claims *claims); /* these accept zeroed ones, and leave them */

/* Builds the table called id, which the script builds. */
enum status judge_table(const struct results *results, const char *id, struct judged_table *out);
void judged_table_free(struct judged_table *table);

/* Builds the figure called id, which the script builds. */
enum status judge_figure(const struct results *results, const char *id, struct judged_figure *out);
void judged_figure_free(struct judged_figure *figure);

/* Gets the content of the figure called id, which is of kind "structure". */
enum status judge_structure(const struct results *results, const char *id,
                            struct judged_structure *out);
void judged_structure_free(struct judged_structure *structure);

/* How many claims got this verdict. */
size_t judged_count(const struct judged_claims *claims, enum verdict verdict);

/* How many claims have this magnitude. */
size_t judged_magnitudes(const struct judged_claims *claims, enum magnitude magnitude);

/* "3 hold, 1 does not hold, 2 not tested here; numbers: 2 as published, 1 outside". */
struct human judged_claims_text(const struct judged_claims *claims);

/* The unit of that name; JUDGED_TEXT for any other. */
enum judged_unit judged_unit_called(const char *name);

/* "1.23 ms" as tables show it; a ratio has three digits. */
struct human judged_show(enum judged_unit unit, double number);

/* Until judge_close one process answers all that is asked of these results: the script describes
 * its experiment once, and one limit of CPU time is for all. Without this, each question has its
 * own. Errors: ERROR_HOST_MEMORY. */
enum status judge_open(struct results *results);
void judge_close(struct results *results); /* accepts results that are not open */

/* For tests of what does not end: so many instructions of Lua, and seconds of CPU time, are enough
 * from now on; 0: as many as at first. */
void judge_limit(uint64_t instructions, unsigned seconds);
