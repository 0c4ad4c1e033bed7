/* Facts about the machine and the build, for results files and `doctor`. */
#ifndef WARPMARK_HARNESS_MACHINE_H
#define WARPMARK_HARNESS_MACHINE_H

#include <stddef.h>

#include "base/status.h"
#include "harness/results.h"

/* Machine: key (CPU, cores, memory, GPU: what stays the same from run to run), cpu, cores, memory, os, kernel,
 * governor, load, one fact per device place that can be used, and what selfcheck stored (noise.h). *out is new. */
enum status machine_facts(struct fact **out, size_t *count);

/* Build: compiler, flags, cuda (nvcc and its flags, or "none"). *out is new. */
enum status build_facts(struct fact **out, size_t *count);

void facts_free(struct fact *facts, size_t count);

/* The fact called name, or "". */
const char *fact_value(const struct fact *facts, size_t count, const char *name);

/* The commit that the program was built from, "+dirty" appended where files differed; "unknown" outside a checkout. */
const char *build_commit(void);

#endif
