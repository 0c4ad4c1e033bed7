/* Finds out why ranks were lost. */
#pragma once

#include "harness/engines/engine_process.h"
#include "solvers/place.h"

/* Words by which the lines that say which rank is lost are recognised (struct engine_process). */
extern const char *const ranks_heeded[];

/* Finds the rank and the reason after the launcher has ended with the error in fail_message().
 * Returns ERROR_CRASHED, ERROR_HOST_MEMORY or ERROR_ENVIRONMENT. */
enum status ranks_lost(const struct engine_process *process, const struct place *place);

/* Lists the ranks on this host that a signal has stopped; "" if there are none. Called for ranks
 * that live but do not answer, before they are killed. */
void ranks_silent(const struct engine_process *process, char *out, size_t size);
