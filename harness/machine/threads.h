/* Sets how many threads place omp has, and how they wait. OpenMP takes this from environment
 * variables, which are checked and completed at the start of the program. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

/* Checks that OMP_NUM_THREADS, OMP_THREAD_LIMIT, OMP_STACKSIZE and GOMP_STACKSIZE have valid
 * values: OpenMP ignores some bad ones, and crashes with others. An empty variable counts as unset.
 * Errors: ERROR_INPUT, with the variable, its value, and the allowed values. */
enum status threads_check(void);

/* Lets threads that wait for work spin a short while and then sleep, so that they leave their cores
 * to others. OpenMP reads this setting when it is loaded, so the program starts itself again, once.
 * If the user has set how threads wait (OMP_WAIT_POLICY, GOMP_SPINCOUNT, KMP_BLOCKTIME), that is
 * kept. Returns if nothing is to be done, or nothing can be done. */
void threads_wait_briefly(char **argv);

/* Limits the threads of place omp to the cores that the control group grants, unless
 * OMP_NUM_THREADS is set. */
void threads_fit(void);

/* threads_count: number of threads of place omp. threads_spin: whether the user told waiting
 * threads to keep their cores. */
int threads_count(void);
bool threads_spin(void);
