/* Makes the plan of a run: its results before anything is measured. */
#pragma once

#include <stdbool.h>

#include "harness/case/variant.h"
#include "harness/run/run.h"

/* Fills the zeroed out with the problems, of which only the checked sources are known, and with a
 * run that has not started for each case; *variants (new): out->nvariants of them.
 * Errors: ERROR_INPUT for an impossible plan; ERROR_HOST_MEMORY; ERROR_CRASHED if asking a device
 * fails. */
enum status plan_run(const struct experiment *experiment, const struct run_request *request,
                     struct results *out, struct variant **variants);

/* Returns whether a variant is to be measured on a problem. Problems of a crossover are only for
 * its two variants. */
bool plan_has(const struct results *plan, size_t problem, size_t variant);

/* Sets out[v] to whether the iterations of the plan's variants[v] are counted on a problem
 * (`counted`). Errors: ERROR_HOST_MEMORY. */
enum status plan_counted(const struct experiment *experiment, size_t problem, size_t count,
                         const struct variant *variants, bool *out);

/* Appends a problem that is not made yet, and copies the texts. Errors: ERROR_INPUT if the source
 * is impossible; ERROR_HOST_MEMORY; the plan then stays as it was. */
enum status plan_problem(const char *source, const char *label, size_t naxes,
                         const struct axis_value *axes, struct results *plan);

/* Appends the point at x of a search. Errors: as plan_problem. */
enum status plan_point(const struct crossover *crossover, double x, struct results *plan);

/* Sets *out (new) to the current time, ISO 8601 with time zone. */
enum status time_text(char **out);
