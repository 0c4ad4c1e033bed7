/* Matches the cases of two results files. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "store/results.h"

enum { BASE, FRESH, NSIDES };

/* Runs of one case in one file, one for each process. */
struct case_runs {
    const struct results *results;
    size_t count;      /* 0: the file does not have the case */
    const size_t *run; /* into results->runs */
};

static inline const struct result_run *case_run(const struct case_runs *runs, size_t k)
{
    return &runs->results->runs[runs->run[k]];
}

/* Returns the first run that is not ok; the first run if all are ok. */
const struct result_run *case_telling_run(const struct case_runs *runs);

struct matched_case {
    const struct result_problem *problem; /* the base's, if it has the case */
    const struct result_variant *variant;
    struct case_runs side[NSIDES];
};

/* Returns whether some process of a side timed blocks of iterations, and the iterations of a whole
 * solve are unknown. Then both sides count by one iteration. */
bool case_is_uncounted(const struct matched_case *matched);

/* In the order of the base; cases that only the other file has follow in its order. */
struct matching {
    size_t count;
    struct matched_case *cases;
    size_t *run[NSIDES];
};

/* Pairs cases of the same problem and variant, among the runs that match `where` (as in
 * select_runs). If a file has a case several times, the first is paired with the first. A problem
 * is identified by its source, and also by its label if a file has several problems with that
 * source. Both results are borrowed. Errors: those of select_runs. */
enum status match_cases(const struct results *base, const struct results *fresh, const char *where,
                        struct matching *out);
void matching_free(struct matching *matching); /* accepts a zeroed one; leaves one */
