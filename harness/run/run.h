/* Runs an experiment: makes every problem of the plan once, measures every variant on it, and
 * records everything. */
#pragma once

#include "harness/process/problem_cache.h"
#include "harness/run/recording.h"
#include "store/experiment.h"
#include "store/results.h"

/* Gives cases to a run, one portion after another; a portion has some cases of one problem. A run
 * without a dealer measures all cases of its plan. */
struct dealer {
    void *context;
    /* Sets variants[v] to whether the next portion has the problem's case with variant v; *any:
     * there is a portion. Called until there is none. */
    enum status (*next)(void *context, const struct results *plan, size_t *problem, bool *variants,
                        bool *any);
    /* Called when the portion's cases are on the disk; not all of them if the run was
     * interrupted. */
    enum status (*ended)(void *context);
};

struct run_request {
    const char *command;         /* the command line, for the record */
    const char *variants;        /* keep only variants whose name matches this pattern; NULL: all */
    const struct dealer *dealer; /* NULL: none */
    struct recording_request record;
    struct problem_cache *cache; /* problems that are made once for several runs; NULL: none */
    struct recording *recording; /* filled in; the caller frees it, after an error, too; NULL: all
                                    stays in memory */
    bool strict;                 /* refuse to measure if `warpmark doctor` warns */
    double most_load; /* refuse above this load; NaN: BUSY_LOAD for each core; 0: measure at any
                         load */
    bool pin;         /* bind the run to CPUs, by pin_process */
    uint64_t cpus;    /* number of CPUs; 0: one of each core */
    bool dry;         /* only say what would be measured */
    bool quiet;       /* on a terminal: show a clock, but no line for each case */
};

/* Checks the whole plan before anything is timed (sources, variants), then measures. *out gets
 * copies of the experiment's texts. An interrupt ends the run early: the remaining cases are
 * `interrupted` and out->interrupted is set. Cases that an earlier run has measured
 * (request->record.resume) are not measured again. The caller writes the file, by recording_write.
 * Errors: ERROR_INPUT for an impossible plan, or if a run cannot be resumed; ERROR_IO of the
 * journal; ERROR_HOST_MEMORY. */
enum status run_experiment(const struct experiment *experiment, const struct run_request *request,
                           struct results *out);

/* Processes that each case has before a wanted width asks for more. */
size_t run_first_processes(const struct settings *settings);

/* Checks the plan and prints its size to stdout; with a wanted width also the number of processes
 * that it takes, where selfcheck has found the machine's noise floor, or why that is unknown.
 * Errors: as for a plan above. */
enum status run_foretell(const struct experiment *experiment, const struct run_request *request);

/* Exit code by the cases: 0, 1 (a problem could not be opened), 2 (a case failed with a status that
 * the script does not expect), 130 (interrupted). */
int run_exit_code(const struct experiment *experiment, const struct results *results);
