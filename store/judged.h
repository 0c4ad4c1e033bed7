/* What a script says of its finished results: verdicts on its claims, and the tables and figures
 * that its functions make. harness/script/judge.h judges at the end of a run, and the results file
 * keeps it: of a claim as columns, of a table or figure as a JSON text (docs/results.md). This
 * module reads these texts, which may be anybody's: what is missing or of another kind is "" or
 * NaN. */
#pragma once

#include <stdbool.h>

#include "base/output/units.h"
#include "base/status.h"
#include "store/results.h"

/* First words of claim.magnitude, as in "as published", "outside: 316 against 18". It can also be
 * "not tested here", or "" if the claim names no number. */
enum magnitude { MAGNITUDE_AS_PUBLISHED, MAGNITUDE_OUTSIDE, NMAGNITUDES };

extern const char *const magnitude_names[NMAGNITUDES]; /* "as published", "outside" */

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

/* The texts of these structs belong to json, which is the parsed text. */
struct judged_column {
    const char *title, *group; /* group: heading over neighbouring columns of the same group, or
                                  NULL */
    enum judged_unit unit;
};

/* A text if text is not NULL, else a number (base units); NaN: nothing. */
struct judged_cell {
    double number;
    const char *text;
    const char *mark; /* mark behind the value, or instead of it; NULL: none */
};

struct judged_table {
    struct json_t *json;
    size_t ncolumns, nrows;
    struct judged_column *columns;
    struct judged_cell *cells; /* nrows * ncolumns, row by row */
    const char *notes;         /* lines */
};

struct judged_axis {
    const char *title;
    enum judged_unit unit;
};

struct judged_point {
    size_t panel, curve; /* indices */
    double x, y;
    const char *x_text; /* x if it is a text; else NULL */
    double low, high;   /* NaN: no interval */
};

struct judged_figure {
    struct json_t *json;
    const char *kind, *log; /* "lines" or "bars"; "", "x", "y" or "xy" */
    struct judged_axis x, y;
    bool faceted; /* panels have their own titles; else there is one panel */
    size_t npanels, ncurves, npoints;
    const char **panels, **curves; /* titles; curves: of all panels */
    struct judged_point *points;   /* in the order of panels and curves */
};

/* Read what the script made for a table, and for a figure of kind "built". Errors: ERROR_INPUT if
 * there is nothing (results_unjudged), with the message of the script's error, or if the text is no
 * JSON or too large; ERROR_HOST_MEMORY. *out is new, and empty on failure. */
enum status judged_table_read(const struct results *results, const struct table *table,
                              struct judged_table *out);
enum status judged_figure_read(const struct results *results, const struct figure *figure,
                               struct judged_figure *out);
void judged_table_free(struct judged_table *table); /* these accept zeroed ones, and leave them */
void judged_figure_free(struct judged_figure *figure);

/* Return whether the script makes the table or figure, so that it is judged. */
bool table_is_judged(const struct table *table);
bool figure_is_judged(const struct figure *figure);

/* Returns whether the script has claims, tables or figures to judge, and none was judged: an older
 * file, or one of `recover` or `merge`. */
bool results_unjudged(const struct results *results);

/* Fails with ERROR_INPUT, in one line that says how to judge. */
enum status fail_unjudged(const struct results *results);

/* Forgets all judgements, because the results have changed. */
void results_unjudge(struct results *results);

/* Number of claims with this verdict, and with this magnitude. */
size_t judged_count(const struct results *results, enum claim_verdict verdict);
size_t judged_magnitudes(const struct results *results, enum magnitude magnitude);

/* "3 hold, 1 does not hold, 2 not tested here; numbers: 2 as published, 1 outside". */
struct human judged_claims_text(const struct results *results);

/* Returns the unit of that name ("s", "B", "B/s", "count", ...); JUDGED_TEXT for any other. */
enum judged_unit judged_unit_called(const char *name);

/* "1.23 ms", as tables show it; a ratio has three digits. */
struct human judged_show(enum judged_unit unit, double number);
