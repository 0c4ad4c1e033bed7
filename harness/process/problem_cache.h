/* Keeps problems that one run has made for later runs of the same process, as files in memory
 * (pack.h). */
#pragma once

#include "prove/prove.h"
#include "store/results.h"

struct cached_problem {
    int fd; /* a packed problem, which nothing can change */
    double bytes;
    struct prove_settings proof; /* proof that was requested */
    struct result_problem facts; /* its label and axes are not used */
};

struct problem_cache {
    size_t count;
    struct cached_problem *item; /* in order of use; the last one was used last */
};

/* Finds the problem out->source in the cache, if its proof is no weaker than requested, or makes
 * it, and fills in what out says of it. A problem from the cache has the times of when it was made;
 * its proof counts as found. A new problem is made by a process that may have `memory` bytes, and
 * is put into the cache. Then the problems that were not used for longest leave the cache, until
 * the cases that solve this one can have eight times its memory. The caller closes *fd, a file with
 * the problem; -1 on failure, and out stays as it was. Errors: those of build_problem. cache: NULL
 * for none. */
enum status problem_cache_open(struct problem_cache *cache, double memory,
                               const struct prove_settings *proof, struct result_problem *out,
                               int *fd);

void problem_cache_free(struct problem_cache *cache); /* accepts a zeroed one; leaves one */
