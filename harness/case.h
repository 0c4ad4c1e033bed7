/* One case: a variant on a problem, measured and checked. */
#ifndef WARPMARK_HARNESS_CASE_H
#define WARPMARK_HARNESS_CASE_H

#include "harness/results.h"
#include "harness/variant.h"
#include "problems/problem.h"

/* What came of it. run is as in a results file but for its indices; sample has run.sample_count entries, their order
 * counted from 0. */
struct case_result {
    struct result_run run;
    struct result_sample *sample;
};

/* Builds the layout, uploads, warms up, samples until settings say stop, and checks every answer. Whatever goes wrong
 * ends up in out->run.status and note; the return value tells only of memory for the result itself. run_started:
 * clock_now() when the run began, from which all `started` times count. */
enum status case_measure(const struct problem *problem, const struct variant *variant, const struct settings *settings,
                         double run_started, struct case_result *out);

void case_result_free(struct case_result *result);

#endif
