/* Runs of one folder in the order of time, and the changes of each case over them.
 *
 * A series is one case (machine key, source, variant, settings) through all runs that have it;
 * another machine key begins another series. The logarithm of the median of a run's samples, by the
 * host's clock, is judged. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/statistics/piecewise_fit.h"
#include "store/results.h"

struct history_run {
    char *file; /* name without the folder */
    char *started, *command, *experiment, *commit, *machine;
    int64_t time; /* start, in seconds since 1970 */
    size_t nfacts;
    struct fact *facts; /* of machine and build; those of the build begin with "built with" */
};

struct point {
    size_t run;
    enum case_status status; /* of the first process of the case that failed, or CASE_OK */
    uint64_t samples;        /* without those that were throttled and taken again */
    char *fingerprint;       /* of the code that ran; "" if unknown */
    double median, low,
        high; /* s; NaN if the case is not ok; low, high: 95 % interval, NaN unless requested */
    double reference; /* s that the reference solve took beside the case; NaN: not timed */
};

struct series {
    char *machine, *problem, *source, *variant; /* problem: the newest label */
    enum criterion criterion;
    double epsilon;
    uint64_t max_iterations;
    double margin; /* the larger of the request's and the machine's noise floor, a fact of its
                      newest run */
    double needed; /* number of runs in which a change of HISTORY_CHANGE margins is found nine times
                      of ten */
    uint64_t came, gone; /* rows of runs: the first that has the case, the first that has it no
                          more, if they are new; else MISSING. Runs of the same machine and
                          experiment count */
    size_t npoints, nvalues, nstretches;
    struct point *points;      /* in the order of runs */
    size_t *value;             /* the points that are ok; stretches count these */
    struct stretch *stretches; /* of log(median / s) */
};

enum finding_kind { FOUND_STEP, FOUND_DRIFT, FOUND_FAILURE };

/* A case that became faster, slower, or no longer ends well. */
struct finding {
    enum finding_kind kind;
    size_t series;
    size_t before, after; /* rows of runs: the last before the change and the first after it; for a
                             drift its two ends */
    double change;        /* ratio of times; NaN for a failure */
    double p, adjusted;   /* adjusted: over all series (Benjamini and Hochberg 1995), for possible
                             alarms; else 1 */
    double against_dependence; /* p-value in dependent nights; p is at least it. Not of failures */
    double false_a_year; /* this times HISTORY_LOOKS, adjusted over all series (Holm 1979): about
                            how many alarms as clear as this one give a year of nights without a
                            change, at most; for possible alarms; else HISTORY_LOOKS */
    bool same_code;      /* the code on both sides, and of some runs around, is known and the same,
                            so the machine changed; for a failure also: no answer is wrong */
    double reference; /* ratio of the times of the reference solve, after a step over before it: by
                         so much the machine itself changed; NaN: unknown */
    bool by_machine;  /* without that change the step is within the margin */
    bool worse;
    uint64_t back; /* row of a run, for a step for the worse: since then the case is as fast as it
                      was before; else MISSING */
    bool fresh;    /* within the newest runs, or an alarm */
    bool alarm; /* worse, not back, certain, and neither same_code nor by_machine; a drift goes on;
                   not what kept_alarms_apply rules out */
    const struct kept_alarm *kept; /* what is kept about this alarm, or NULL */
    char *unconfirmed; /* why programs could not be measured in turns; NULL: that was not tried */
};

struct history {
    char *folder;
    size_t nruns, nseries, nskipped, nfindings;
    struct history_run *runs;
    struct series *series;
    char **skipped;           /* why a file was left out, in one line that names it */
    bool damaged;             /* some of these are damaged, or are no results files */
    double margin;            /* margin that was used: see struct history_request */
    struct finding *findings; /* alarms first, then fresh ones, then by time, newest first */
    size_t nkept;
    struct kept_alarm *kept; /* see analysis/history/kept_alarms.h */
};

struct history_request {
    const char *folder;
    const char *problems, *variants; /* patterns for labels and names; NULL: all */
    int64_t since;                   /* leaves out runs that began before; INT64_MIN: none */
    bool intervals;                  /* compute intervals for the points */
    double margin;                   /* changes of less than this share do not count */
    uint64_t newest; /* a change is fresh if at most so many runs have followed it, or while it is
                        an alarm */
};

/* Level of the test for a change in one series, and rate of false ones among the alarms. */
#define HISTORY_LEVEL 0.01
#define HISTORY_FALSE 0.05

/* Level of the test against dependence between nights, for one series and one night: smaller,
 * because it is repeated every night. */
#define HISTORY_DEPENDENT 0.001

/* About so many independent looks at one series are as many as the nights of a year, whose values
 * are mostly the same from night to night: a series without a change has p <= l in some night with
 * a chance of 5 to 18 l (simulated, l from 0.1 to 0.001). */
#define HISTORY_LOOKS 100

/* Size of the change, in margins, that the tests must find. A change of exactly one margin can
 * never be found for certain. */
#define HISTORY_CHANGE 1.5

/* The true place of a change is at most so many runs before or after the run where it is found. */
#define HISTORY_DOUBT 3

/* Returns whether a series has values, but too few to find such a change. */
bool history_too_few(const struct series *series);

/* Reads every *.h5 of the folder. Files that cannot be used are skipped. Errors: ERROR_IO for the
 * folder, ERROR_INPUT if no file can be used, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status history_read(const struct history_request *request, struct history *out);
void history_free(struct history *history); /* accepts a zeroed one; leaves one */

/* Fills in the stretches and the findings. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status history_judge(const struct history_request *request, struct history *history);

/* Parses 2026-11-20T03:00:00+0100, 2026-11-20T03:00 or 2026-11-20 as seconds since 1970; UTC if
 * there is no zone. */
bool history_time(const char *text, int64_t *out);

/* Returns the first of a's facts, from *k on, whose value in b differs, or NULL; facts of the
 * moment are left out. *other is the value in b. Moves *k behind the fact. */
const struct fact *history_difference(const struct history_run *a, const struct history_run *b,
                                      size_t *k, const char **other);
