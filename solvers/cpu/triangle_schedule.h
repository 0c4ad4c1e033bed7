/* The order in which several threads may take the rows of a triangular system and get the bits of
 * one thread: a row comes after those that it reads.
 *
 * Blocks of 2^shift rows that follow each other are taken as one, so that a thread reads memory in
 * its order. The level of a block is one more than the highest of those that it reads. The blocks
 * of a level go side by side, and all threads meet behind it. Levels that are not worth that are
 * joined, as neighbours, to a step of one thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "solvers/ilu.h"

enum { NSHIFTS = 3 };

/* Of blocks with so many rows, 2^shift; the largest come first. */
extern const uint32_t triangle_shifts[NSHIFTS];

struct triangle_schedule {
    uint32_t n;
    bool upper;       /* rows read those behind them, and the last comes first */
    uint32_t threads; /* that it is made for */
    uint32_t most;    /* blocks that there is memory for */
    uint32_t shift, nlevels;
    uint32_t nsteps;         /* 0: one thread takes the rows one after the other */
    double barrier;          /* rows that one thread takes while all meet */
    double gain;             /* the time of one thread over that of all, as predicted */
    uint32_t *start;         /* nsteps + 1: where the blocks of a step begin in block */
    uint32_t *block;         /* ascending in a step; descending where upper */
    uint8_t *wide;           /* of each step: whether its blocks may go side by side */
    uint32_t *level, *width; /* for the search */
};

/* Allocates what schedules of n rows for so many threads need; nsteps = 0. Errors:
 * ERROR_HOST_MEMORY. */
enum status triangle_schedule_create(uint32_t n, bool upper, uint32_t threads,
                                     struct triangle_schedule *out);

/* Finds the schedule that should be fastest. off: the rows of the whole matrix; barrier: what a
 * meeting of all threads takes, in s. nsteps = 0 where none should be faster than one thread, and
 * team_always (base/team.h) does not ask for one. Allocates nothing. */
void triangle_schedule_find(const struct csr *off, double barrier, struct triangle_schedule *s);

/* The same with blocks of 2^shift rows, however fast: shift is one of triangle_shifts, with memory
 * for its blocks; s->barrier is set. */
void triangle_schedule_build(const struct csr *off, uint32_t shift, struct triangle_schedule *s);

void triangle_schedule_free(struct triangle_schedule *s); /* accepts a zeroed one, leaves one */
