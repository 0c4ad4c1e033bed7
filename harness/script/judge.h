/* Judging: runs the Lua functions of a script on finished results. They test its claims, and build
 * its computed tables and figures; they only read.
 *
 * The script runs again, from the texts that the results hold (its own, and the files that it
 * read), with the options of the run, so that a results file is enough. It sees no files, no clock
 * and no other program. As it may come from anybody, it runs in a process that can do nothing but
 * answer (harness/process/sandbox.h), and the answers are checked (judge_read.h). */
#pragma once

#include <stdbool.h>

#include "base/output/units.h"
#include "base/status.h"
#include "problems/row_order.h"
#include "store/results.h"

enum verdict { VERDICT_HOLDS, VERDICT_DOES_NOT_HOLD, VERDICT_NOT_TESTED, NVERDICTS };

extern const char *const verdict_names[NVERDICTS]; /* "holds", "does not hold", "not tested here" */

struct judged_claim {
    char *id, *text;
    enum verdict verdict;
    char *numbers;   /* text behind the verdict, or why there is none: one line */
    char *magnitude; /* whether the measured number is as published; "" if the claim names no
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
    JUDGED_BOUND, /* an upper bound */
    JUDGED_RATIO,
    JUDGED_TEXT,
    NJUDGED_UNITS
};

extern const char
    *const judged_unit_names[NJUDGED_UNITS + 1]; /* "s", "B", "B/s", "count", ..., then NULL */

struct judged_column {
    char *title, *group; /* group: heading over neighbouring columns of the same group, or NULL */
    enum judged_unit unit;
};

/* A text if text is not NULL, else a number (base units); NaN: nothing. */
struct judged_cell {
    double number;
    char *text;
    char *mark; /* mark behind the value, or instead of it; NULL: none */
};

struct judged_table {
    char *title;
    size_t ncolumns, nrows, ncells, nnotes;
    struct judged_column *columns;
    struct judged_cell *cells; /* nrows * ncolumns, row by row */
    char **notes;              /* each is a line */
};

struct judged_point {
    double x, y;
    char *x_text;     /* x if it is a text; else NULL */
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
    bool faceted; /* panels have their own titles; else there is one panel */
    size_t npanels;
    struct judged_panel *panels;
};

/* Problems whose structure is drawn, one picture each. */
struct judged_structure {
    size_t count;
    struct judged_sight {
        char *label, *source;
    } * sight;
    bool orders[NORDERS]; /* requested orders */
};

/* Tests every claim of the script, in its order. Errors of all functions: ERROR_INPUT with one line
 * (file and line of the script that failed, the wrong value that it returned, or the limit that it
 * exceeded); ERROR_ENVIRONMENT if the system has no filter of system calls and the results are not
 * trusted; ERROR_HOST_MEMORY, ERROR_INTERRUPTED. *out is new, and empty on failure. */
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

/* Number of claims with this verdict. */
size_t judged_count(const struct judged_claims *claims, enum verdict verdict);

/* Number of claims with this magnitude. */
size_t judged_magnitudes(const struct judged_claims *claims, enum magnitude magnitude);

/* "3 hold, 1 does not hold, 2 not tested here; numbers: 2 as published, 1 outside". */
struct human judged_claims_text(const struct judged_claims *claims);

/* Returns the unit of that name; JUDGED_TEXT for any other name. */
enum judged_unit judged_unit_called(const char *name);

/* "1.23 ms", as tables show it; a ratio has three digits. */
struct human judged_show(enum judged_unit unit, double number);

/* Until judge_close, one process answers all questions about these results: the script describes
 * its experiment once, and all questions share one limit of CPU time. Without this, each question
 * has its own process. Errors: ERROR_HOST_MEMORY. */
enum status judge_open(struct results *results);
void judge_close(struct results *results); /* accepts results that are not open */

/* Sets limits for tests of scripts that do not end: instructions of Lua, and seconds of CPU time;
 * 0: the usual ones. */
void judge_limit(uint64_t instructions, unsigned seconds);
