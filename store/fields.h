/* Names for facts about a run in tables, figures and filters: every axis of the problems, then
 * fields.def. An axis hides the field of the same name for the problems that have it (n=2000 is
 * what the script asked for).
 *
 * A run whose status is not ok has no time to solve, no value and no error: these are missing, even
 * if they are stored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/statistics/stats.h"
#include "base/output/units.h"
#include "base/status.h"
#include "store/marks.h"
#include "store/results.h"

/* A text if text is not NULL (borrowed from the results), else a number; NaN: missing. */
struct field_value {
    double number;
    const char *text;
};

struct field_row; /* a run with its problem and variant */

struct field {
    const char *name, *title;
    enum unit unit;
    bool ok_runs; /* only runs with status ok may enter a mean, a cell or a point */
    bool whole;   /* of whole solves: extrapolated if samples are blocks of iterations */
    /* Both are NULL for an axis. */
    const char *(*text)(const struct field_row *row);
    double (*number)(struct field_row *row);
};

/* The names in fields.def, ending with NULL. */
extern const char *const field_names[];

/* Lists every axis of the results, then the other names in fields.def, ending with NULL. *out is to
 * be freed, the names are borrowed. Errors: ERROR_HOST_MEMORY. */
enum status field_list(const struct results *results, const char ***out);

/* Finds the field called name. Errors: ERROR_INPUT with the nearest name; ERROR_HOST_MEMORY. */
enum status field_find(const struct results *results, const char *name, struct field *out);

/* Gets the field's value for a run. Errors: ERROR_HOST_MEMORY. */
enum status field_get(const struct field *field, const struct results *results,
                      const struct result_run *run, struct field_value *out);

/* Summary of the samples behind the field's median for one run (summarise_samples); NaN for fields
 * without samples and runs without times. */
enum status field_summary(const struct field *field, const struct results *results,
                          const struct result_run *run, struct summary *out);

/* Returns whether the field's numbers are useless if the answer is wrong: times of solves, and the
 * value. */
bool field_needs_answer(const struct field *field);

/* Marks (store/marks.h) of the field's number for the run: times and values have those of
 * their answer; times of whole solves may also be extrapolated. */
unsigned field_marks(const struct field *field, const struct results *results,
                     const struct result_run *run);

/* Returns whether the field is measured in samples, so that field_summary has one. */
bool field_is_sampled(const struct field *field);

/* Number in full precision, or text, for filters and CSV files; "" if missing. The result is in
 * buffer or in the results. */
const char *field_exact(const struct field_value *value, struct human *buffer);

/* The same for people: "1.23 ms", "no GPU"; "-" if missing. */
const char *field_shown(const struct field *field, const struct field_value *value,
                        struct human *buffer);
