/* A run on its way: what it holds, what it tells, and how long it will still take. Internal to
 * run.c and run_told.c. */
#pragma once

#include "harness/case/case.h"
#include "harness/process/progress.h"
#include "harness/process/worker.h"
#include "harness/run/pace.h"
#include "harness/run/run.h"
#include "harness/run/skip_rule.h"
#include "harness/run/unmeasured.h"

/* A row of the results on its way: one process of a case. */
struct row {
    struct case_result result;
    uint64_t heard; /* samples that have their place in the order of all */
    bool ended;
};

struct run {
    const struct experiment *experiment;
    struct results *results;
    struct variant *variants;
    double *copy_bandwidth; /* B/s at the place of each variant; NaN where not measured */
    struct row
        *rows; /* the processes of a case behind one another, cases in the order of the plan */
    struct recording *recording;
    struct problem_cache *cache; /* NULL: none */
    struct resting_workers resting;
    struct skip_rule skip;
    uint64_t order; /* of the next sample */
    bool quiet;
    struct progress progress;
    struct unmeasured unmeasured;
    struct pace pace;
    double started;
    /* the order of the planned problems, and the place of the one that is measured; behind them
     * come the points of crossovers */
    size_t *order_of_problems, place, nplanned;
    /* what is being measured: the variants that take turns, and which row is to be shown next */
    size_t problem, process, said, *turning;
    double *taken;     /* s that each variant's case has taken so far, in its turns */
    size_t now;        /* the variant whose turn it is */
    double turn_began; /* clock_now() */
    double making;     /* s that making problems has taken */
};

struct row *run_row(const struct run *run, size_t problem, size_t variant, size_t process);

/* "PROBLEM  VARIANT", and which process. */
void run_row_name(const struct run *run, size_t variant, size_t process, char *out, size_t size);

/* A case has ended: tells it now on a terminal, elsewhere in the order of the plan. Errors:
 * ERROR_HOST_MEMORY. */
enum status run_tell_ended(struct run *run, size_t variant, size_t process);

/* The same, for guesses of how long others will take. */
void run_learn_pace(struct run *run, size_t variant, const struct case_result *ended);

/* s until the planned problems are measured; NaN until something is known. context: the run. */
double run_time_left(void *context);
