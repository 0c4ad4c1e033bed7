/* Problems that one run has made and a later one of the same process may want again, as files in
 * memory (pack.h). */
#pragma once

#include "harness/store/results.h"
#include "prove/prove.h"

struct cached_problem {
    int fd; /* a packed problem, which nobody can change */
    double bytes;
    struct prove_settings proof; /* what was wanted of it */
    struct result_problem facts; /* its label and axes are not used */
};

struct problem_cache {
    size_t count;
    struct cached_problem *item; /* the one that was wanted last is the last */
};

/* Sets what out says of its problem, out->source, and gives a file that holds it: one from the
 * shelf, whose proof is no weaker than the one that is wanted and whose times are those of when it
 * was made, or a new one, made by a process that may have so many bytes of memory, which stays on
 * the shelf as well. Others then leave it, those
 * first that were not wanted for longest, until the cases that solve this one can have eight times
 * its memory. shelf: NULL for none. *fd is the caller's to close, -1 on failure; out is as it was
 * then. Errors: those of build_problem. */
enum status problem_cache_open(struct problem_cache *cache, double memory,
                               const struct prove_settings *proof, struct result_problem *out,
                               int *fd);

void problem_cache_free(struct problem_cache *cache); /* accepts a zeroed one; leaves one */
