/* Runs of one folder in the order of time, and what became of each case over them.
 *
 * A series is one case (machine key, source, variant, settings) through all runs that have it;
 * another machine key begins another series. What is judged is the logarithm of the median of a
 * run's samples, host clock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "harness/statistics/piecewise_fit.h"
#include "harness/store/results.h"

struct history_run {
    char *file; /* without the folder */
    char *started, *command, *experiment, *commit, *machine;
    int64_t time; /* of the start, seconds since 1970 */
    size_t nfacts;
    struct fact *facts; /* of machine and build, these as "built with compiler" */
};

struct point {
    size_t run;
    enum case_status status; /* of the first of the case's processes that went wrong, or CASE_OK */
    uint64_t samples;        /* but for those that were throttled and taken again */
    char *fingerprint;       /* of the code that ran; "" where unknown */
    double median, low,
        high; /* s; NaN where the case is not ok; low, high: 95 % interval, NaN unless asked for */
};

struct series {
    char *machine, *problem, *source, *variant; /* problem: the newest label */
    enum criterion criterion;
    double epsilon;
    uint64_t max_iterations;
    double margin; /* the greater of the request's and the machine's noise floor, a fact of its
                      newest run */
    double needed; /* runs that find a change of HISTORY_CHANGE margins nine times of ten */
    size_t npoints, nvalues, nstretches;
    struct point *points;      /* in the order of runs */
    size_t *value;             /* the points that are ok: what stretches count */
    struct stretch *stretches; /* of log(median / s) */
};

enum finding_kind { FOUND_STEP, FOUND_DRIFT, FOUND_FAILURE };

/* Something that became faster, slower, or no longer ends well. */
struct finding {
    enum finding_kind kind;
    size_t series;
    size_t before, after; /* rows of runs: the last one before the change, the first one after it;
                             of a drift its ends */
    double change;        /* ratio of times; NaN for a failure */
    double p, adjusted; /* adjusted: among all series (Benjamini and Hochberg 1995), of what may be
                           an alarm; else 1 */
    bool same_code;     /* the code on both sides, some runs to either, is known and the same: the
                           machine changed, not it;     of a failure: and no answer is wrong */
    bool worse;
    bool fresh; /* within the newest runs */
    bool alarm; /* worse, fresh, certain, and not same_code */
};

struct history {
    char *folder;
    size_t nruns, nseries, nskipped, nfindings;
    struct history_run *runs;
    struct series *series;
    char **skipped;           /* why a file was left out, in one line that names it */
    bool damaged;             /* some of these are damaged or no results files */
    double margin;            /* the one used: see struct history_request */
    struct finding *findings; /* alarms first, then fresh ones, then by time, newest first */
};

struct history_request {
    const char *folder;
    const char *problems, *variants; /* patterns for labels and names; NULL: all */
    int64_t since;                   /* leaves out runs that began before; INT64_MIN: none */
    bool intervals;                  /* wanted at the points */
    double margin;                   /* changes of less than this share do not count */
    uint64_t newest; /* a change is fresh while so many runs, at most, have followed it */
};

/* Levels of the tests: that a change in one series is found at all, and false ones among the
 * alarms. */
#define HISTORY_LEVEL 0.01
#define HISTORY_FALSE 0.05

/* Size of the change, in margins, that the tests must find. A change of exactly one margin can
 * never be found for certain. */
#define HISTORY_CHANGE 1.5

/* Returns whether a series has values, but too few to find such a change. */
bool history_too_few(const struct series *series);

/* Reads every *.h5 of the folder. Files that cannot be used are skipped. Errors: ERROR_IO for the
 * folder, ERROR_INPUT where nothing can be used, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status history_read(const struct history_request *request, struct history *out);
void history_free(struct history *history); /* accepts a zeroed one; leaves one */

/* Fills in the stretches and the findings. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status history_judge(const struct history_request *request, struct history *history);

/* 2026-11-20T03:00:00+0100, 2026-11-20T03:00 or 2026-11-20, UTC where no zone is given, as seconds
 * since 1970. */
bool history_time(const char *text, int64_t *out);

/* The first of a's facts from *k on, but for those of the moment, whose value in b is another, or
 * NULL; *other is that of b. Moves *k behind it. */
const struct fact *history_difference(const struct history_run *a, const struct history_run *b,
                                      size_t *k, const char **other);
