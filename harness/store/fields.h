/* The names that tables, figures and filters use for what a run has: every axis of the problems,
 * then fields.def. An axis hides the field of the same name for the problems that have it (n=2000
 * is what the script asked for).
 *
 * A run whose status is not ok has no time to solve, no value and no error: those are missing,
 * whatever was stored. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/store/marks.h"
#include "harness/store/results.h"
#include "harness/util/units.h"

/* A text where text is not NULL (borrowed from the results), else a number; NaN: missing. */
struct field_value {
    double number;
    const char *text;
};

struct field_row; /* a run with its problem and variant */

struct field {
    const char *name, *title;
    enum unit unit;
    bool ok_runs; /* only runs with status ok may enter a mean, a cell or a point */
    bool whole;   /* of whole solves: extrapolated where samples are blocks of iterations */
    /* both NULL for a pure axis */
    const char *(*text)(const struct field_row *row);
    double (*number)(struct field_row *row);
};

/* The names in fields.def, ending with NULL. */
extern const char *const field_names[];

/* Every axis of the results, then the other names in fields.def, ending with NULL. *out is to be
 * freed, the names are borrowed. Errors: ERROR_HOST_MEMORY. */
enum status field_list(const struct results *results, const char ***out);

/* The field called name. Errors: ERROR_INPUT with the nearest name; ERROR_HOST_MEMORY. */
enum status field_find(const struct results *results, const char *name, struct field *out);

/* Errors: ERROR_HOST_MEMORY. */
enum status field_get(const struct field *field, const struct results *results,
                      const struct result_run *run, struct field_value *out);

/* 95 % bootstrap interval of the median that the field shows for one run; NaN for fields without
 * samples and for runs with fewer than two. */
enum status field_interval(const struct field *field, const struct results *results,
                           const struct result_run *run, double *low, double *high);

/* Returns whether the field's numbers are useless if the answer is wrong: times of solves, and the
 * value. */
bool field_needs_answer(const struct field *field);

/* The marks (harness/store/marks.h) that the field's number for the run has wherever it is shown:
 * times and values have those of their answer, times of whole solves may be extrapolated, too. */
unsigned field_marks(const struct field *field, const struct results *results,
                     const struct result_run *run);

/* Returns whether the field is measured in samples, so that field_interval has an interval. */
bool field_is_sampled(const struct field *field);

/* A number in full precision, or the text, as filters see it and CSV files print it; "" where
 * missing. The result lies in buffer or in the results. */
const char *field_exact(const struct field_value *value, struct human *buffer);

/* The same for people: "1.23 ms", "no GPU"; "-" where missing. */
const char *field_shown(const struct field *field, const struct field_value *value,
                        struct human *buffer);
