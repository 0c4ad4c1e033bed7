/* How fast a place copies one vector to another: what the bytes of a sweep are compared with. */
#ifndef WARPMARK_HARNESS_CASE_BANDWIDTH_H
#define WARPMARK_HARNESS_CASE_BANDWIDTH_H

#include "solvers/solver.h"

/* *out = bytes read and written a second, the median of `samples` (at least 1) copies of a vector
 * of 256 MiB (host places: 64 MiB) in f64, after one that is not timed. By the place's own clock
 * where it has one. Errors: as of the place. */
enum status copy_bandwidth(const struct place *place, uint64_t samples, double *out);

#endif
