/* Runs that are killed at random moments, again and again, and continued. After each kill: every
 * sample that was reported as recorded is in the journal, the results file opens if it exists, and
 * recover makes a sound one; no finished case is measured again. At the end all results are there.
 */
#pragma once

#include "harness/cli.h"
#include "store/journal/journal.h"
#include "store/results_diff.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { MOST_KILL_PROBLEMS = 60, MOST_KILL_VARIANTS = 4, MOST_KILL_SAMPLES = 12 };

struct kills {
    unsigned wanted, done;                 /* kills */
    unsigned most;                         /* kills of one run */
    unsigned problems, variants, nsamples; /* of each run; its cases are problems x variants */
    double longest;                        /* s that a process lives before it is killed, at most */
    unsigned runs, files; /* that were brought to their end; results files that were opened */
    size_t acknowledged;  /* samples, up to a kill */
    /* of the run at hand: where what it reports begins in the file of reports, and which cases had
     * finished before */
    long reported;
    bool finished[MOST_KILL_PROBLEMS][MOST_KILL_VARIANTS];
    /* by order: samples of those cases, which are copied and reported again */
    bool kept[MOST_KILL_PROBLEMS * MOST_KILL_VARIANTS * MOST_KILL_SAMPLES];
    char wrong[1200]; /* what went wrong; empty: nothing */
};

/* Kills this number of processes; k->wrong has the error, if any. */
void kill_runs(struct kills *k);
