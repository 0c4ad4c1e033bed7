/* Finds cases on all cores (place omp) that took longer than the same case on one core (place seq).
 * On small problems, threads cost more than they save; on any problem, if other programs use the
 * cores. */
#pragma once

#include "store/results.h"

#define SLOWER_OMP 1.1

struct slower_omp {
    size_t pairs, slower; /* pairs of cases with times; those with omp's first quartile above 1.1
                             times seq's third */
    double most; /* largest ratio of those, omp's median time over seq's; 0 if there is none */
    size_t run;  /* of results->runs: the first of that case on omp */
};

/* Errors: ERROR_HOST_MEMORY. */
enum status slower_omp_find(const struct results *results, struct slower_omp *out);

/* Makes one or two sentences; "" if omp is nowhere slower. *out is new. Errors:
 * ERROR_HOST_MEMORY. */
enum status slower_omp_text(const struct results *results, char **out);
