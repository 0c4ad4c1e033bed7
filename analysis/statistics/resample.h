/* The ratio of two medians, with its interval by a bootstrap that respects how the samples were
 * taken.
 *
 * Samples of one visit of the harness to a case share its conditions, and those of one process its
 * memory. Resampling single samples would treat them as independent. So processes are drawn first,
 * then blocks within each, and a block is taken as a whole (Davison and Hinkley, Bootstrap Methods
 * and their Application, 1997, sections 3.8 and 8.2). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics/effective_samples.h"
#include "base/status.h"

enum {
    RATIO_RESAMPLES = 2000,
    ENOUGH_BLOCKS = 10,
    FEWEST_BLOCKS = FEWEST_SAMPLES
};

/* Samples of one case in the order of time, cut into blocks, and these into processes. */
struct timings {
    size_t count, nblocks, nprocesses;
    double *value;
    size_t *block;    /* nblocks + 1: first value of each, then count */
    size_t *process;  /* nprocesses + 1: first block of each, then nblocks */
    double effective; /* number of independent samples that are as good (effective_samples.h); 0
                         before they are cut */
};

struct ratio {
    double ratio;     /* median of all new values over that of all base values */
    double low, high; /* 95 % percentile interval */
};

/* Makes blocks of visits; each visit is a block before, and none is empty. Visits stay whole if
 * there are ENOUGH_BLOCKS of them. Else they are cut into pieces of the cube root of count (the
 * usual order: Hall, Horowitz and Jing 1995), but of at most count / ENOUGH_BLOCKS samples. If
 * samples depend on each other, each process is cut into even blocks instead, so long that
 * neighbours hardly depend on each other: twice count / effective - 1, but at most count /
 * FEWEST_BLOCKS. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status timings_cut(const struct timings *visits, struct timings *out);
void timings_free(struct timings *timings); /* accepts a zeroed one; leaves one */

/* Returns whether there are values, and all are above 0 and finite. */
bool timings_positive(const struct timings *timings);

/* Returns whether blocks are so long that neighbours hardly depend on each other, or there are at
 * least FEWEST_BLOCKS processes. */
bool timings_independent(const struct timings *blocks);

/* Median of each block: nblocks values. Errors: ERROR_HOST_MEMORY. */
enum status timings_block_medians(const struct timings *timings, double *out);

/* Ratio of the medians; both sides have count >= 1, all values positive. paired: the k-th processes
 * were measured side by side and are drawn together, and so are the k-th blocks if both have as
 * many in each; ignored unless there are as many processes. stream: comparisons with different
 * streams draw independently. logs: RATIO_RESAMPLES logarithms of resampled ratios, in no order, or
 * NULL. Errors: ERROR_HOST_MEMORY. */
enum status median_ratio(const struct timings *base, const struct timings *fresh, bool paired,
                         uint64_t stream, double *logs, struct ratio *out);

/* Widens the interval for sides that were measured at different times: if one of them is not
 * independent, a bootstrap does not know how far both have drifted. low and high move apart, by the
 * ranges between the quartiles (root of the sum of squares over both sides) times 40 / sqrt(count),
 * but at least 5. Errors: ERROR_HOST_MEMORY. */
enum status ratio_widen(const struct timings *base, const struct timings *fresh, struct ratio *out);
