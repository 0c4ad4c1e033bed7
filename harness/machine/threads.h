/* How many threads place omp has, and how they wait: what OpenMP takes from the environment,
 * checked and completed at the start of the program. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

/* Checks that OMP_NUM_THREADS, OMP_THREAD_LIMIT, OMP_STACKSIZE and GOMP_STACKSIZE have valid
 * values: OpenMP ignores some bad ones, and crashes with others. An empty variable counts as unset.
 * Errors: ERROR_INPUT, with the variable, its value, and the allowed values. */
enum status threads_check(void);

/* Threads that wait for their next work spin a short while and then sleep, so that they leave cores
 * that others need. OpenMP reads that when it is loaded, so the program starts itself again, once;
 * where the user said how threads wait (OMP_WAIT_POLICY, GOMP_SPINCOUNT, KMP_BLOCKTIME), his word
 * holds. Returns where nothing is to do or can be done. */
void threads_wait_briefly(char **argv);

/* Without OMP_NUM_THREADS, place omp has no more threads than the control group grants cores. */
void threads_fit(void);

/* How many place omp has, and whether the user told those that wait to keep their cores. */
int threads_count(void);
bool threads_spin(void);
