/* Counts by perf_event_open(2) what the threads of this process do on the CPUs. Events of the
 * kernel exist on every machine; those of the processor are counted in user mode, and few virtual
 * machines have them. */
#pragma once

#include "harness/counters/counts.h"

struct cpu_counters; /* open events */

/* Opens every event, for all threads that there are, and those that they start. Events that cannot
 * be opened are refused in counts, with the reason. root: "" on a real machine; the memory
 * controllers are listed below it. *out: new. Errors: ERROR_HOST_MEMORY. */
enum status cpu_counters_open(const char *root, struct counts *counts, struct cpu_counters **out);
void cpu_counters_close(struct cpu_counters *counters); /* accepts NULL */

/* Count what happens between the two, over all pairs of calls, by the thread that opened them. */
void cpu_counters_begin(void);
void cpu_counters_end(void);

/* Stores the sums. An event that shared its counter with others, or with other programs, is scaled
 * to the whole time (time_enabled over time_running); one that never ran is refused. */
void cpu_counters_read(const struct cpu_counters *counters, struct counts *counts);

/* Why perf_event_open failed with this errno, and what to do. Valid until the next call. */
const char *cpu_counters_why(const char *root, int code);
