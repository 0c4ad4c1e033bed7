/* State of a run, its messages, and the time that it will still take. Internal to run.c and
 * run_told.c. */
#pragma once

#include "harness/case/case.h"
#include "harness/process/progress.h"
#include "harness/process/worker.h"
#include "harness/run/pace.h"
#include "harness/run/run.h"
#include "harness/run/skip_rule.h"
#include "harness/run/unmeasured.h"

/* State of one process of a case, a row of the results. */
struct row {
    struct case_result result;
    uint64_t heard; /* samples that have their position among all samples */
    bool ended;
};

struct run {
    const struct experiment *experiment;
    struct results *results;
    struct variant *variants;
    double *copy_bandwidth; /* B/s at the place of each variant; NaN if not measured */
    struct row *rows;       /* in the order of the plan; the processes of a case are neighbours */
    struct recording *recording;
    struct problem_cache *cache; /* NULL: none */
    struct resting_workers resting;
    struct skip_rule skip;
    uint64_t order; /* position of the next sample */
    bool quiet;
    struct progress progress;
    struct unmeasured unmeasured;
    struct pace pace;
    double started;
    /* The order of the planned problems, and the place of the current one in it; behind them come
     * the points of crossovers. */
    size_t *order_of_problems, place, nplanned;
    /* The current problem and process, the variants that take turns, and the row to print next. */
    size_t problem, process, said, *turning;
    /* Of the current problem's case of each variant: processes that it is to have, samples in each
     * (0: as many as the settings want), and s that its processes took beside their samples. */
    size_t *processes, *samples;
    double *beside;
    bool *narrow; /* it has had the wanted width */
    double *taken;     /* s that the current case of each variant has taken so far, in its turns */
    size_t now;        /* variant whose turn it is */
    double turn_began; /* clock_now() */
    double making;     /* s that making problems has taken so far */
};

struct row *run_row(const struct run *run, size_t problem, size_t variant, size_t process);

/* Makes the name of a row: "PROBLEM  VARIANT", and the process if there are several. */
void run_row_name(const struct run *run, size_t variant, size_t process, char *out, size_t size);

/* Looks at the cases that have as many processes as they were to have. Those that do not have the
 * wanted width get more, as many as take the least time; prints how many. The others are complete.
 * done: processes of these cases. Errors: ERROR_HOST_MEMORY; those of the journal. */
enum status run_plan_more(struct run *run, size_t done);

/* Sets the width of each case of a finished run that wants one, by all of its processes. Errors:
 * ERROR_HOST_MEMORY. */
enum status run_set_widths(struct results *results);

/* Reports the end of a case: at once on a terminal, elsewhere in the order of the plan. Errors:
 * ERROR_HOST_MEMORY. */
enum status run_tell_ended(struct run *run, size_t variant, size_t process);

/* Learns from a case that has ended how long others will take. */
void run_learn_pace(struct run *run, size_t variant, const struct case_result *ended);

/* Time in s that the open cases of the current problem are expected to take. A case of which
 * nothing is known is expected to take max_time. */
double run_measuring_time(const struct run *run);

/* Time in s until the planned problems are measured; NaN until something is known. context: the
 * run. */
double run_time_left(void *context);
