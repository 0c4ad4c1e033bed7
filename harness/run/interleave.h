/* Measures the cases of one problem in turns, each in a process of its own, so that slow changes of
 * the machine affect all of them alike. */
#pragma once

#include "harness/process/worker.h"

struct turn {
    const struct variant *variant;
    struct case_result *result;
    size_t samples; /* it takes so many, unless its time is over; 0: as many as the settings want */
    bool whole;     /* its solves are timed as a whole; overrides settings->iterations */
    bool counted;   /* its iterations are counted; overrides settings->count_iterations */
    bool rests;     /* its process may come from job.resting, and go there */
};

/* The turns and their listener. k: number of a turn. */
struct turns {
    struct worker_job job; /* each turn has its own variant in place of this one's */
    double memory;         /* bytes that the live workers may have together */
    uint64_t stream;       /* stream of random numbers: a different one for each call */
    void *listener;
    void (*begins)(void *listener, size_t k);                 /* its turn begins */
    void (*waits)(void *listener, size_t k, const char *why); /* it starts again, alone, after the
                                                                 others */
    enum status (*heard)(void *listener, size_t k,
                         bool ended); /* its result has grown, or is complete */
};

/* Measures all turns, with settings->interleave live workers at a time, which are neighbours. In
 * each round each worker takes a block, in a new random order. A worker that finds no memory beside
 * others is started again, alone, after them. So is one that crashed before its first sample in a
 * process that had measured another case. An interrupt ends all of them. Errors: ERROR_HOST_MEMORY
 * if the results cannot be held; those of heard. */
enum status measure_in_turns(const struct turns *turns, size_t count, const struct turn *turn);
