/* Runs an experiment: every problem of the plan is made once, every variant measured on it,
 * everything recorded. */
#pragma once

#include "harness/journal/merge.h"
#include "harness/process/problem_cache.h"
#include "harness/run/recording.h"
#include "harness/store/experiment.h"
#include "harness/store/results.h"

/* Deals cases to a run one portion after another: some of one problem's at a time. A run without
 * one measures all cases of its plan. */
struct dealer {
    void *context;
    /* variants[v]: whether the next portion has the problem's case with variant v; *any: there is
     * a portion. Called until there is none. */
    enum status (*next)(void *context, const struct results *plan, size_t *problem, bool *variants,
                        bool *any);
    /* The portion's cases are on the disk, all of them unless the run was interrupted. */
    enum status (*ended)(void *context);
};

struct run_request {
    const char *command;         /* the command line, for the record */
    const char *variants;        /* keep variants whose name matches this pattern only; NULL: all */
    struct shard shard;          /* keep its cases only */
    const struct dealer *dealer; /* NULL: none */
    struct recording_request record;
    struct problem_cache *cache; /* of problems that are made once for several runs; NULL: none */
    struct recording *recording; /* filled, to be freed by the caller after an error too; NULL: all
                                    stays in memory */
    bool strict;                 /* refuse to measure where `warpmark doctor` warns */
    double most_load; /* refuse above this load; NaN: BUSY_LOAD for each core; 0: measure at any */
    bool pin;         /* bind the run to CPUs: pin_process */
    uint64_t cpus;    /* so many; 0: one for each core */
    bool quiet;       /* on a terminal: a clock, but no line for each case */
};

/* Checks the whole plan before anything is timed (sources, variants), then measures. *out takes
 * over the experiment's texts by copying. An interrupt ends the run early: the remaining cases are
 * `interrupted` and out->interrupted is set. What an earlier run has measured
 * (request->record.resume) is not measured again. The caller writes the file, by recording_write.
 * Errors: ERROR_INPUT for a plan that cannot be, or where a run cannot be resumed; ERROR_IO of the
 * journal; ERROR_HOST_MEMORY. */
enum status run_experiment(const struct experiment *experiment, const struct run_request *request,
                           struct results *out);

/* The exit code that the cases call for: 0, 1 (a problem could not be opened), 2 (a case went wrong
 * that the script does not expect), 130 (interrupted). */
int run_exit_code(const struct experiment *experiment, const struct results *results);
