/* Counts a case in solves of its own: first what the CPUs do, then what its GPU does, because CUPTI
 * disturbs the process. */
#pragma once

#include "harness/counters/counts.h"

struct counting; /* what is counted in the current solve */

/* Around the timed part of a solve. Both accept NULL: nothing is counted. */
void counting_begin(struct counting *counting);
void counting_end(struct counting *counting);

/* Solves once, with counting_begin and counting_end. *same: it ended as the samples did. Errors:
 * those of a solve. */
typedef enum status counted_solve(void *with, struct counting *counting, bool *same);

/* Counts in up to three solves for the CPUs, fewer if they take longer than max_time (s) together,
 * and one for each pass of the GPU, if cards is 1. *out: means of a solve, and why the rest is
 * unknown. *solves: those of the CPUs. Errors: ERROR_HOST_MEMORY; any other is a reason. */
enum status counting_run(counted_solve *solve, void *with, double max_time, int cards,
                         struct counts *out, uint64_t *solves);
