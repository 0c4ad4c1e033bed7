/* Counts by CUPTI's range profiler what solves do on a GPU. CUPTI comes with CUDA 12.6 and later;
 * it is loaded at its first use, so that no build needs it. Its metrics can need several passes:
 * the same solve again. Once it has run, the process is slower: no case is timed in it later. */
#pragma once

#include "harness/counters/counts.h"

struct gpu_counters; /* the profiler of the current CUDA context */

/* Loads CUPTI and starts it for the card of this thread's CUDA context. cupti, cuda: the libraries;
 * NULL: those that are installed. *out: new. Errors: ERROR_ENVIRONMENT, with the reason;
 * ERROR_HOST_MEMORY. */
enum status gpu_counters_open(const char *cupti, const char *cuda, struct gpu_counters **out);
void gpu_counters_close(struct gpu_counters *counters); /* accepts NULL */

/* A pass begins and ends. *done: it was the last that is needed. Errors: ERROR_ENVIRONMENT. */
enum status gpu_counters_begin(struct gpu_counters *counters);
enum status gpu_counters_end(struct gpu_counters *counters, bool *done);

/* Stores the values, which are those of one solve. Errors: ERROR_ENVIRONMENT. */
enum status gpu_counters_read(struct gpu_counters *counters, struct counts *counts);
