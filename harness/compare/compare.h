/* Two results of the same cases: which became faster or slower, by a rule that is not fooled by
 * noise. docs/measuring.md explains the rule. */
#pragma once

#include <stdbool.h>

#include "harness/compare/matching.h"
#include "harness/statistics/resample.h"

enum judgement {
    JUDGED_FASTER, /* the whole interval beyond the margin, and significant among all cases or with
                      the iterations beyond it too */
    JUDGED_SLOWER,
    JUDGED_SAME, /* the whole interval within the margin */
    JUDGED_UNCLEAR,
    JUDGED_CHANGED,       /* the status is another one */
    JUDGED_CONTRADICTION, /* what is proven of the value on both sides cannot both be true */
    JUDGED_UNTIMED,       /* neither has a time */
    JUDGED_MISSING,       /* only the base has the case */
    JUDGED_NEW,           /* the base does not have it */
    NJUDGEMENTS
};

extern const char *const judgement_names[NJUDGEMENTS];

enum {
    FEWEST_ROUNDS = FEWEST_BLOCKS, /* of live measurements */
    MOST_FALSE_IN =
        100 /* of cases called faster or slower at most one in so many is expected to be neither */
};

struct compare_request {
    double margin;     /* a share; differences within it do not matter */
    const char *where; /* as in select_runs, or NULL */
    bool force;        /* compare different machines and settings */
    const struct results
        *live;  /* [NSIDES]: cases measured again, side by side, taken instead; or NULL */
    bool looks; /* live cases were looked at after live_looks rounds, until they were clear; else
                   once, after the last round */
    bool blind; /* judge without regard to fingerprints: an A/A comparison */
};

struct compared_case {
    struct matched_case matched; /* its sides are the live ones where there are */
    size_t live;                 /* rounds of them; 0: not measured again */
    enum judgement judgement;
    enum case_status status[NSIDES]; /* the first of its runs that is not ok */
    size_t samples[NSIDES], blocks[NSIDES];
    double effective[NSIDES]; /* how many independent samples are as good */
    double median[NSIDES];    /* s; NaN where there is no time */
    unsigned marks[NSIDES];   /* of the answers that were timed (harness/store/marks.h) */
    struct ratio ratio;       /* NaN where not both have times */
    double margin;            /* what it must exceed to be called faster or slower by its times */
    double work; /* iterations, new over base, where these made it faster or slower; NaN: its times
                    did, or nothing */
    double rate; /* the least rate of false discoveries at which it differs by more than the margin;
                    NaN */
    bool same_code; /* both fingerprints are known and equal, and as far as the files tell so is the
                       work */
    char note[640]; /* with that of the new file's run where the status changed */
};

struct comparison {
    double margin;      /* in use: the greater of what was asked for and noise_floor, ... */
    double control;     /* ... and beyond it, for cases that the control concerns; NaN: unknown, or
                           forced */
    double noise_floor; /* of the machine, from selfcheck; NaN: unknown */
    double load[NSIDES],
        cores; /* of the machine when each was begun, of the base's machine; NaN: unknown */
    size_t count;
    struct compared_case *cases;
    size_t judged[NJUDGEMENTS];
    size_t timed;          /* cases with a ratio */
    struct ratio mean;     /* their geometric mean; NaN where there are none */
    size_t unchanged;      /* those of them whose code did not change */
    double unchanged_most; /* the largest |ratio - 1| among these; NaN where there are none */
    struct matching matching, live;
};

/* Both results, and the live ones, are borrowed and outlive *out. Errors: ERROR_ENVIRONMENT for
 * different machines, ERROR_INPUT for different solve settings, both unless forced; ERROR_INPUT
 * where no case is in both. */
enum status compare_results(const struct results *base, const struct results *fresh,
                            const struct compare_request *request, struct comparison *out);
void comparison_free(struct comparison *comparison); /* accepts a zeroed one; leaves one */

/* Rule for what counts as a regression. */
struct fail_rule {
    double slow;     /* a share: slower by more than it, by iterations where these decided;
                        INFINITY: none */
    bool any_status; /* a case that is not ok any more, though its code did not change */
    bool unclear;    /* a case that cannot be judged, unless its code did not change */
};

/* Returns whether a case is a regression. A case that is no longer ok is one, unless its code did
 * not change and the machine can be the reason: see case_status_of_answer. A contradiction always
 * is. */
bool compared_failed(const struct compared_case *c, const struct fail_rule *rule);

/* One case by itself, at this margin. *out borrows from what matched does. Errors:
 * ERROR_HOST_MEMORY. */
enum status compare_case(const struct matched_case *matched, const struct compare_request *request,
                         double margin, struct compared_case *out);

/* The samples of one case in one file as times of whole solves, cut into blocks; runs that are not
 * ok have none. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status case_timings(const struct case_runs *runs, struct timings *out);

/* The same as times of one iteration. */
enum status case_iteration_timings(const struct case_runs *runs, struct timings *out);
