/* The fastest variant of each problem, by how much it wins, and where along an axis another one
 * does.
 */
#pragma once

#include "harness/compare/case_ratios.h"
#include "harness/report/page.h"

/* The timed cases of one problem: indices among the judged cases. */
struct race {
    size_t count, fastest, next, slowest;
    double time, next_time, slowest_time;
};

struct races {
    struct judged_cases cases;
    struct race *race;       /* of each problem */
    struct race *quiet;      /* the same, without cases whose times have noise */
    const char *field;       /* solve; or per_iteration, where that compares more problems */
    struct summary *summary; /* of each case; its median is NaN where it has no time */
};

/* Errors of all: those of judged_summary. *out is to be freed, on failure too. */
enum status races_find(const struct results *results, struct races *out);
void races_free(struct races *races); /* accepts zeroed ones */

/* Which variant wins most often, the largest gap, and, unless the experiment looks for crossovers,
 * where along the longest axis another variant becomes the fastest: items of a list. */
enum status races_tell(const struct page *page, const struct races *races);

/* A row for each problem that has two timed variants or more. */
enum status races_table(const struct page *page, const struct races *races);
