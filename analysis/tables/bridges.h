/* Tables of a results file in the formats of other programs: what `warpmark table FILE NAME` prints
 * for LaTeX, Bencher, github-action-benchmark and Apache Otava. */
#pragma once

#include <stdio.h>

#include "base/output/grid.h"
#include "base/status.h"
#include "store/results.h"

enum { NBRIDGES = 4 };

struct bridge {
    const char *name, *holds;
    enum table_format format; /* that it has, and that --format may name */
    enum status (*print)(const struct results *results, FILE *out);
};

extern const struct bridge bridges[NBRIDGES + 1]; /* ends with a NULL name */
