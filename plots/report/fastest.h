/* Finds the fastest variant of each problem, by how much it wins, and where along an axis another
 * one becomes the fastest. */
#pragma once

#include "analysis/compare/case_ratios.h"
#include "plots/report/page.h"

/* The timed cases of one problem: indices among the judged cases. */
struct race {
    size_t count, fastest, next, slowest;
    double time, next_time, slowest_time;
};

struct races {
    struct judged_cases cases;
    struct race *race;       /* for each problem */
    struct race *quiet;      /* the same, without cases whose times have noise */
    const char *field;       /* solve, or per_iteration if that can compare more problems */
    struct summary *summary; /* for each case; its median is NaN if it has no time */
};

/* Finds the winners. Errors of all functions: those of judged_summary. *out is to be freed, on
 * failure, too. */
enum status races_find(const struct results *results, struct races *out);
void races_free(struct races *races); /* accepts zeroed ones */

/* Prints items of a list: which variant wins most often, the largest gap, and, unless the
 * experiment looks for crossovers, where along the longest axis another variant becomes the
 * fastest. */
enum status races_tell(const struct page *page, const struct races *races);

/* Prints a table with a row for each problem that has at least two timed variants. */
enum status races_table(const struct page *page, const struct races *races);
