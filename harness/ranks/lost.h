/* Finds out why ranks were lost. */
#pragma once

#include "harness/engines/engine_process.h"
#include "solvers/place.h"

/* Words of the lines that say which rank is lost (struct engine_process). */
extern const char *const ranks_heeded[];

/* The launcher has ended, as fail_message() says: ERROR_CRASHED, ERROR_HOST_MEMORY or
 * ERROR_ENVIRONMENT, and the rank and the reason, as far as they are known. */
enum status ranks_lost(const struct engine_process *process, const struct place *place);

/* The ranks are alive, do not answer, and are killed next: which of them on this host a signal has
 * stopped; "" where none is. */
void ranks_silent(const struct engine_process *process, char *out, size_t size);
