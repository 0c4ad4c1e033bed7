/* The order in which several threads may take the rows of a triangular system and get the same bits
 * as one thread: each row comes after the rows that it reads.
 *
 * 2^shift consecutive rows form a block, which one thread takes as a whole, so that it reads memory
 * in order. The level of a block is one more than the highest level of the blocks that it reads.
 * The blocks of a level are taken side by side, and all threads meet after each level. Neighbouring
 * levels that are too small for this are joined to one step of a single thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solvers/ilu.h"

enum { NSHIFTS = 3 };

/* Possible values of shift, for blocks of 2^shift rows; the largest comes first. */
extern const uint32_t triangle_shifts[NSHIFTS];

struct triangle_schedule {
    uint32_t n;
    bool upper;       /* rows read later rows, so the last row comes first */
    uint32_t threads; /* number of threads that the schedule is made for */
    uint32_t most;    /* number of blocks that the arrays have room for */
    uint32_t shift, nlevels;
    uint32_t nsteps;         /* 0: one thread takes all rows one after the other */
    double barrier;          /* cost of a meeting of all threads, in rows that one thread takes
                                in that time */
    double gain;             /* predicted time of one thread divided by that of all threads */
    uint32_t *start;         /* nsteps + 1 entries: index in block of the first block of each
                                step */
    uint32_t *block;         /* the blocks, ascending within a step; descending if upper */
    uint8_t *wide;           /* for each step: true if its blocks may be taken side by side */
    uint32_t *level, *width; /* work space of triangle_schedule_find and _build */
};

/* Allocates the arrays for schedules of n rows and this number of threads; sets nsteps = 0. Errors:
 * ERROR_HOST_MEMORY. */
enum status triangle_schedule_create(uint32_t n, bool upper, uint32_t threads,
                                     struct triangle_schedule *out);

/* Finds the schedule that should be fastest. off: the rows of the whole matrix; barrier: time of a
 * meeting of all threads, in s. Sets nsteps = 0 if no schedule should be faster than one thread,
 * unless team_always (base/team.h) asks for one. Allocates nothing. */
void triangle_schedule_find(const struct csr *off, double barrier, struct triangle_schedule *s);

/* Builds the schedule with blocks of 2^shift rows, however fast it is. shift is one of
 * triangle_shifts and its blocks fit into the arrays; s->barrier is set. */
void triangle_schedule_build(const struct csr *off, uint32_t shift, struct triangle_schedule *s);

void triangle_schedule_free(struct triangle_schedule *s); /* accepts a zeroed schedule and leaves
                                                             one */
