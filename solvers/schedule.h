/* The order in which several threads may update the rows of a system in place and get the same
 * result as one thread that takes them one after the other.
 *
 * Rows i < j that share an entry, A_ij or A_ji, must be taken in that order: j reads the new value
 * of i, or i reads the old value of j. The level of a row is one more than that of the highest row
 * before it that shares an entry with it, so that the rows of a level do not depend on each other.
 * Taken backwards, from the last step to the first, it is a schedule of the descending sweep.
 *
 * Levels with few rows are not worth a barrier of all threads. For processors, neighbouring levels
 * of this kind form one step of a single thread. On a GPU every level is a step, and neighbouring
 * levels of this kind form one run of a single block.
 *
 * Level order. On one GPU the rows of a matrix may also be stored in the order of the schedule
 * (problems/row_order.h moves them). Then the rows of a level lie side by side, and one launch
 * takes a part of the levels (solvers/cuda/level_order/walk.cuh). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/sparse/csr.h"

enum { SCHEDULE_WIDE = 1024 }; /* rows that make a level wide */

/* Who takes a level that is not wide: one thread (processors) or one block (GPU). */
enum schedule_kind { UNSCHEDULED, BY_THREAD, BY_BLOCK };

/* Start of a run. A run is one wide step, or several consecutive steps that are not wide. */
struct schedule_run {
    uint32_t step;
    uint32_t at; /* start[step] */
};

/* Who takes the levels of a part: one block, the blocks of one cluster, or all blocks. */
enum level_team { TEAM_BLOCK, TEAM_CLUSTER, TEAM_GRID, NLEVEL_TEAMS };

enum { ALL_TEAMS = (1 << NLEVEL_TEAMS) - 1 };

/* Levels first .. end - 1. */
struct schedule_part {
    uint32_t first, end;
    uint32_t widest; /* rows of the largest of these levels */
    enum level_team team;
};

/* Step s has the rows row[start[s]] .. row[start[s + 1] - 1], which ascend. */
struct schedule {
    uint32_t n, nsteps, nruns;
    uint32_t widest; /* rows of the largest step */
    uint32_t *start; /* nsteps + 1 */
    uint32_t *row;   /* n: every row once; NULL: rows are stored in this order */
    /* BY_THREAD, else NULL: nsteps flags, true if the rows of the step may be taken side by side;
     * else they are taken one after the other */
    uint8_t *wide;
    /* BY_BLOCK, else NULL: nruns + 1 entries. The rows of every step may be taken side by side */
    struct schedule_run *run;
    /* Without row, else NULL: nparts parts of all levels, in turn; on the host in any case */
    struct schedule_part *part;
    uint32_t nparts;
};

/* off: the off-diagonal entries; kind: not UNSCHEDULED. Errors: ERROR_HOST_MEMORY. */
enum status schedule_build(const struct csr *off, enum schedule_kind kind, struct schedule *out);
/* Cuts levels into parts so that a walk through all of them takes the least time, by what levels,
 * rows and launches cost each team on an H200 (docs/notebook/sweeps.md). start: nlevels + 1; teams:
 * a bit (1 << enum level_team) for each that may work, at least one. *part (new): *nparts parts;
 * NULL if there are no levels. Errors: ERROR_HOST_MEMORY. */
enum status schedule_parts(uint32_t nlevels, const uint32_t *start, unsigned teams,
                           struct schedule_part **part, uint32_t *nparts);

/* Makes a schedule BY_BLOCK one of rows that are stored in its order. *sequence (new) = the rows in
 * this order. Errors: ERROR_HOST_MEMORY; the schedule is then as it was. */
enum status schedule_store_rows(struct schedule *schedule, uint32_t **sequence);

void schedule_free(struct schedule *schedule); /* accepts a zeroed one, leaves one */
size_t schedule_bytes(const struct schedule *schedule);
