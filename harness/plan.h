/* The plan of a run, as its results hold it before anything is measured. */
#ifndef WARPMARK_HARNESS_PLAN_H
#define WARPMARK_HARNESS_PLAN_H

#include "harness/run.h"
#include "harness/variant.h"

/* Fills the zeroed out, with problems of which nothing is known but that their sources can be, and with a run that has
 * not started for each case of the shard; *variants (new): out->nvariants of them. Errors: ERROR_INPUT for a plan that
 * cannot be; ERROR_HOST_MEMORY; ERROR_CRASHED where asking a device ends badly. */
enum status plan_run(const struct experiment *experiment, const struct run_request *request, struct results *out,
                     struct variant **variants);

/* *out (new): now, ISO 8601 with time zone. */
enum status time_text(char **out);

#endif
