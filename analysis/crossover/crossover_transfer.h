/* Predicts from bytes and latency where a measured crossover should be
 * (analysis/statistics/transfer.h). */
#pragma once

#include "analysis/statistics/transfer.h"
#include "base/output/units.h"
#include "store/results.h"

struct crossover_transfer {
    double at;           /* predicted place; NaN: why has the reason */
    double bandwidth[2]; /* B/s, of copies at the place of a, and of b; NaN: not measured */
    double latency[2];   /* s, of an iteration of a, and of b; NaN: not fitted */
    struct human why;
};

/* Predicts from the points where all processes of both variants ended well and iterated. Errors:
 * ERROR_HOST_MEMORY. */
enum status crossover_transfer(const struct results *results,
                               const struct result_crossover *crossover,
                               struct crossover_transfer *out);
