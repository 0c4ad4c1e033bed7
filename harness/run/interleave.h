/* The cases of one problem, each in a process of its own, measured in turns: so that what changes
 * on the machine with time is the same for all of them. */
#pragma once

#include "harness/process/worker.h"

struct turn {
    const struct variant *variant;
    struct case_result *result;
    bool whole;   /* its solves are timed as a whole, whatever settings->iterations */
    bool counted; /* its iterations are counted, whatever settings->count_iterations */
    bool rests;   /* its process may be one of job.resting, and become one */
};

/* Who wants to know. k: which of the turns. */
struct turns {
    struct worker_job job; /* its variant is each turn's own */
    double memory;         /* bytes that the live workers may have together */
    uint64_t stream;       /* of random numbers: another for each call */
    void *listener;
    void (*begins)(void *listener, size_t k);                 /* it is its turn */
    void (*waits)(void *listener, size_t k, const char *why); /* it starts again, alone, after the
                                                                 others */
    enum status (*heard)(void *listener, size_t k,
                         bool ended); /* its result has grown, or is complete */
};

/* Measures all of them, settings->interleave live workers at a time, neighbours together: each
 * takes a block, then each another, in a new random order every time. A worker that finds no memory
 * beside others is started again, alone, after them; so is one that crashed before its first sample
 * in a process that had measured another case. An interrupt ends them all. Errors:
 * ERROR_HOST_MEMORY where the results cannot be held; those of heard. */
enum status measure_in_turns(const struct turns *turns, size_t count, const struct turn *turn);
