/* Cases on all cores (place omp) that took longer than the same on one (place seq): for small
 * problems threads cost more than they save, and where other programs use the cores they do for
 * all. */
#pragma once

#include "harness/store/results.h"

#define SLOWER_OMP 1.1

struct slower_omp {
    size_t pairs, slower; /* pairs of cases with times; those with omp's first quartile above 1.1
                             times seq's third */
    double
        most; /* the largest ratio of theirs, omp's median time over seq's; 0 where there is none */
    size_t run; /* of results->runs: the first of that case on omp */
};

/* Errors: ERROR_HOST_MEMORY. */
enum status slower_omp_find(const struct results *results, struct slower_omp *out);

/* One or two sentences; "" where omp is nowhere slower. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status slower_omp_text(const struct results *results, char **out);
