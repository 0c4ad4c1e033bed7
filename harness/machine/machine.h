/* Facts about the machine and the build, for results files and `doctor`. */
#pragma once

#include "harness/machine/gpus.h"
#include "harness/store/facts.h"

/* Machine: first what stays as it is from run to run, the fact `key` (CPU model, usable cores,
 * memory, GPUs) for all of it, and what selfcheck stored (noise.h); then, with names that begin
 * with now_, what was so at this moment. docs/environment.md lists them. GPUs are opened: not for a
 * process whose children use them. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status machine_facts(struct fact **out, size_t *count);

/* The same with /proc, /sys and /etc below root, and with what gpus_read found. */
enum status machine_facts_under(const char *root, const struct gpus *gpus, struct fact **out,
                                size_t *count);

/* Facts about the build: compiler, flags, cuda (nvcc and its flags, or "none"). *out is new. */
enum status build_facts(struct fact **out, size_t *count);

/* The commit that the program was built from, with "+dirty" if files had changes; "unknown" outside
 * a checkout. */
const char *build_commit(void);

/* The version of the program, as the Makefile has it. */
const char *build_version(void);
