/* Judges a replay: which numbers of a results file another run of the same cases has reproduced. */
#pragma once

#include <stdio.h>

#include "analysis/compare/compare.h"
#include "base/output/grid.h"

#define REPLAY_MARGIN 0.05 /* the usual one */

enum replay_verdict {
    REPLAY_REPRODUCED,  /* the whole interval of the ratio is within the margin; or both runs ended
                           in the same way, without a time */
    REPLAY_DIFFERS,     /* the whole interval is beyond the margin, or the case ended differently */
    REPLAY_CONTRADICTS, /* the answer is not what was proven, or a search says the opposite */
    REPLAY_UNTOLD,      /* the times cannot decide */
    REPLAY_NOT_RUN,     /* the case cannot run here */
    REPLAY_NOTHING,     /* the file has no measurement of the case */
    NREPLAY_VERDICTS
};

extern const char *const replay_verdict_names[NREPLAY_VERDICTS]; /* "reproduced", ... */

/* What is to be judged; all is borrowed, and must outlive the verdicts. */
struct replay_sides {
    const struct results *then, *now; /* now: no runs if no case could run */
    const struct matching *cases;     /* cases of `then`, on their side BASE, in its order */
    char *const *why; /* for each case: why it was left out of `now`; NULL: it was not */
    double margin;    /* a share; the noise floor of the machine can raise it */
};

struct replayed_case {
    struct compared_case compared; /* its fresh side is empty if the case was left out */
    enum replay_verdict verdict;
    double within; /* a share, the farthest end of the ratio's interval; NaN: no time decided */
    char note[1000];
};

struct replayed {
    double margin;
    const char *other_machine; /* key of the file's machine, if it is not this one; else NULL */
    struct comparison comparison;
    size_t count;
    struct replayed_case *cases;
    size_t judged[NREPLAY_VERDICTS];
    bool failed; /* a case that was fine in the file went wrong */
};

/* Compares times by the rule of compare_results, and also status, values and bounds. Unchanged code
 * counts as any other. Errors: ERROR_HOST_MEMORY. */
enum status replay_judge(const struct replay_sides *sides, struct replayed *out);
void replayed_free(struct replayed *replayed); /* accepts a zeroed one; leaves one */

/* "12 cases: 3 reproduced, 9 cannot be told" (new). Errors: ERROR_HOST_MEMORY. */
enum status replayed_counts(const struct replayed *replayed, char **out);

/* Adds the columns and a row for each case; unless all, only for those that are not reproduced or
 * contradict. Errors: ERROR_HOST_MEMORY. */
enum status replayed_fill(const struct replayed *replayed, bool all, struct grid *grid);

/* Prints a table with a line for each case, or JSON. name: of the file. Errors: ERROR_HOST_MEMORY;
 * errors of out are left to the caller. */
enum status replayed_print(const struct replayed *replayed, const char *name, bool json, FILE *out);
