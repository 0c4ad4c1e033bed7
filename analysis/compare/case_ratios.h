/* Computes values of the cases of a results file for judge.c, which a script's functions ask for. A
 * case is all runs of a problem by a variant: one, or one for each process. */
#pragma once

#include "analysis/compare/matching.h"
#include "analysis/statistics/levels.h"
#include "analysis/statistics/resample.h"
#include "analysis/statistics/stats.h"
#include "store/fields.h"
#include "store/results.h"

struct judged_cases {
    const struct results *results;
    size_t count, *run;           /* run: of all, one after the other */
    struct case_runs *of;         /* each case */
    struct level_variance levels; /* of the processes of all cases that have several */
};

/* results is borrowed. Errors of all: ERROR_HOST_MEMORY. */
enum status judged_cases_find(const struct results *results, struct judged_cases *out);
void judged_cases_free(struct judged_cases *cases); /* accepts a zeroed one; leaves one */

/* Returns the first status of case k's runs that is not ok; ok if there is none. */
enum case_status judged_status(const struct judged_cases *cases, size_t k);

/* Returns whether an answer of the case is unsure (run_is_unsure). Then it wins no race, and its
 * times decide no claim. */
bool judged_unsure(const struct judged_cases *cases, size_t k);

/* Reads the value of a field of case k. Times: the median over the samples of all processes. Other
 * numbers: the median over the processes. Fields that describe an answer are missing if the case is
 * not ok. */
enum status judged_value(const struct judged_cases *cases, size_t k, const struct field *field,
                         struct field_value *out);

/* The same for problem k: its facts do not depend on the variant. */
enum status judged_problem_value(const struct judged_cases *cases, size_t k,
                                 const struct field *field, struct field_value *out);

/* Collects the samples of case k that count, as times called name (solve, solve_device,
 * per_iteration); each process is a block. There are none if the case is not ok, or if one of them
 * is unknown. *out is new. */
enum status judged_times(const struct judged_cases *cases, size_t k, const char *name,
                         struct timings *out);

/* Summary of the samples of case k, as times called name (solve, solve_device, per_iteration); NaN
 * if there are none. The interval is that of summarise_samples for one process; for several, that
 * of their levels, or NaN if these are too few. */
enum status judged_summary(const struct judged_cases *cases, size_t k, const char *name,
                           struct summary *out);

/* Finds what the processes of case k say by their times; count is 0 if not two of them have any. */
enum status judged_levels(const struct judged_cases *cases, size_t k, struct process_levels *out);

/* Width of a case with these processes (analysis/statistics/width_design.h); INFINITY: nothing is
 * known of its levels. */
double judged_width(const struct judged_cases *cases, const struct process_levels *own);

/* Ratio of the time of case a to that of b; NaN if either has none. The interval is that of the
 * levels if both have several processes, else one for these processes alone. If one has too few
 * samples, or they too few processes, it is from 0 to infinity. */
enum status judged_ratio(const struct judged_cases *cases, size_t a, size_t b, bool per_iteration,
                         struct ratio *out);
