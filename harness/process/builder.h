/* Steps that a child process does before anything is measured: opening a problem, asking devices,
 * copying. */
#pragma once

#include "harness/case/variant.h"
#include "prove/prove.h"
#include "store/results.h"

/* Opens out->source, makes the requested proof (a width of 0: none), shows progress, packs the
 * problem into the file (problems/pack.h), and fills in out's facts about it; on failure out stays
 * as it was. memory: bytes that the process may have. If they suffice for the problem but not for
 * its proof, the proof's note says so. The proof's place is used if that gains (place_of_proof).
 * Errors: those of problem_open and run_in_child. */
enum status build_problem(int fd, double memory, const struct prove_settings *proof,
                          struct result_problem *out);

/* Get machine_facts, and the bandwidth of a place: how many bytes it reads and writes in a second
 * when it copies a large vector, the median of `samples` (at least 1); NaN if it cannot copy.
 * Errors: ERROR_CRASHED, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status ask_machine(struct fact **out, size_t *count);
enum status ask_bandwidth(const struct place *place, uint64_t samples, double *out);
