/* Facts about the machine and the build, for results files and `doctor`. */
#pragma once

#include "harness/machine/gpus.h"
#include "store/facts.h"

/* Facts about the machine. First come those that last, including the fact `key` (CPU model, usable
 * cores, memory, GPUs), which identifies the machine, and the results of selfcheck (noise.h). Then
 * come those of the moment, with names that begin with now_. docs/environment.md lists them. This
 * opens GPUs, so do not call it in a process whose children use them. *out is new. Errors:
 * ERROR_HOST_MEMORY. */
enum status machine_facts(struct fact **out, size_t *count);

/* The same with /proc, /sys and /etc below root, and with the GPUs that gpus_read found. */
enum status machine_facts_under(const char *root, const struct gpus *gpus, struct fact **out,
                                size_t *count);

/* Facts about the build: compiler, flags, cuda (nvcc and its flags, or "none"). *out is new. */
enum status build_facts(struct fact **out, size_t *count);

/* The commit that the program was built from, with "+dirty" if files had changes; "unknown" outside
 * a checkout. */
const char *build_commit(void);

/* The version of the program, as the Makefile has it. */
const char *build_version(void);
