/* Compares two results files with the same cases, and judges which cases became faster or slower,
 * by a rule that noise does not fool. docs/measuring.md explains the rule. */
#pragma once

#include <stdbool.h>

#include "analysis/compare/matching.h"
#include "analysis/statistics/levels.h"
#include "analysis/statistics/resample.h"

enum judgement {
    JUDGED_FASTER, /* the whole interval is beyond the margin, and either the change is significant
                      among all cases or the iterations changed beyond the margin, too */
    JUDGED_SLOWER,
    JUDGED_SAME, /* the whole interval within the margin */
    JUDGED_UNCLEAR,
    JUDGED_CHANGED,       /* the status has changed */
    JUDGED_CONTRADICTION, /* the values proven on both sides exclude each other */
    JUDGED_UNTIMED,       /* neither has a time */
    JUDGED_MISSING,       /* only the base has the case */
    JUDGED_NEW,           /* the base does not have it */
    NJUDGEMENTS
};

extern const char *const judgement_names[NJUDGEMENTS];

enum {
    FEWEST_ROUNDS = FEWEST_BLOCKS, /* of live measurements */
    MOST_FALSE_IN = 100 /* at most one in so many of the cases called faster or slower is expected
                           to be neither; if whole_table, at most one in so many comparisons has
                           such a case */
};

struct compare_request {
    double margin;              /* a share; differences within it do not matter */
    const char *where;          /* as in select_runs, or NULL */
    bool force;                 /* compare different machines and settings */
    const struct results *live; /* [NSIDES]: cases that were measured again, side by side, and
                                   replace those of the files; or NULL */
    bool looks; /* live cases were looked at after live_looks rounds, until they were clear; else
                   once, after the last round */
    bool blind; /* ignore fingerprints: an A/A comparison */
    /* Bound the errors of all cases together (Holm). Only live cases are judged, by their times
     * alone: the files were measured one after the other. Unchanged code is the same. */
    bool whole_table;
};

struct compared_case {
    struct matched_case matched; /* its sides are the live results if there are any */
    size_t live;                 /* rounds of live measurements; 0: not measured again */
    enum judgement judgement;
    enum case_status status[NSIDES]; /* the first of its runs that is not ok */
    size_t samples[NSIDES], blocks[NSIDES];
    bool few;                 /* too few of them for any verdict */
    double effective[NSIDES]; /* number of independent samples that are as good */
    double median[NSIDES];    /* s; NaN: there is no time */
    unsigned marks[NSIDES];   /* of the answers that were timed (store/marks.h) */
    struct ratio ratio;       /* NaN where not both have times */
    struct ratio here;        /* the same, with an interval for these processes alone */
    double freedom;           /* degrees of freedom of the levels of processes in the interval. 0:
                                 they are unknown, and it holds for these processes alone. INFINITY:
                                 they were left out, as in live rounds */
    double margin;            /* limit that the ratio must exceed to be called faster or slower by
                                 its times */
    double work;    /* iterations, new over base, if these decided that it is faster or slower; else
                       NaN */
    double rate;    /* smallest rate of false discoveries at which it differs: with levels, by more
                       than the reference solve; else by more than the margin. If whole_table,
                       smallest probability of any. NaN: unknown */
    bool same_code; /* both fingerprints are known and equal, and so is the work, as far as the
                       files tell */
    char note[640]; /* includes the note of the new file's run if the status changed */
};

struct comparison {
    double margin;    /* as requested */
    bool whole_table; /* as requested */
    /* As reference_noise() says; it widens the margin of the cases that the reference solve
     * concerns. NaN: unknown, or forced */
    double reference_noise;
    double noise_floor;         /* of the machine, from selfcheck: a level of processes, and the
                                   least margin of live cases; NaN: unknown */
    double load[NSIDES], cores; /* load: of the machine at the start of each run; cores: of the
                                   base's machine; NaN: unknown */
    size_t count;
    struct compared_case *cases;
    size_t judged[NJUDGEMENTS];
    size_t timed;          /* cases with a ratio */
    struct ratio mean;     /* their geometric mean; NaN if there are none; its interval is NaN if
                              that of one holds for its processes alone */
    /* Of all cases with live rounds as one, if whole_table: JUDGED_SLOWER, JUDGED_FASTER or
     * JUDGED_UNCLEAR, and the rate of a case; NaN: not judged */
    enum judgement together;
    double together_rate;
    size_t unchanged;      /* those of them with unchanged code */
    double unchanged_most; /* the largest |ratio - 1| among these; NaN if there are none */
    struct matching matching, live;
};

/* Compares two files. Both results, and the live ones, are borrowed and must outlive *out. Errors:
 * ERROR_ENVIRONMENT for different machines, ERROR_INPUT for different solve settings, both unless
 * forced; ERROR_INPUT if no case is in both. */
enum status compare_results(const struct results *base, const struct results *fresh,
                            const struct compare_request *request, struct comparison *out);
void comparison_free(struct comparison *comparison); /* accepts a zeroed one; leaves one */

/* Compares a single case, at this margin. levels: of the machine's processes; NULL: left out, to
 * see what they do. *out borrows from the same results as matched. Errors: ERROR_HOST_MEMORY. */
enum status compare_case(const struct matched_case *matched, const struct compare_request *request,
                         double margin, const struct level_variance *levels,
                         struct compared_case *out);

/* Returns the noise floor of the file's machine, a share of the time; NaN: unknown. */
double results_noise_floor(const struct results *results);

/* The samples of one case in one file as times of whole solves, cut into blocks; runs that are not
 * ok have none. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status case_timings(const struct case_runs *runs, struct timings *out);

/* The times of a case of a whole table in its live rounds, as its ratio counts them, a block for
 * each visit and a process for each round. At one thread (place seq) the time that it waited for a
 * core is left out: other programs decide that. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status turn_timings(const struct compared_case *c, int side, struct timings *out);

/* The same as case_timings, as times of one iteration. */
enum status case_iteration_timings(const struct case_runs *runs, struct timings *out);
