/* METIS 5, which divides graphs (Karypis and Kumar 1998). It is loaded at its first use, so the
 * program is not linked with it and does not need its header. */
#pragma once

#include <stdint.h>

#include "base/status.h"

/* Vertex i has the edges to[start[i]] .. to[start[i + 1] - 1], none of them to itself; every edge
 * is stored in both directions. METIS's numbers have 32 bits, as built in Debian. */
struct metis_graph {
    int32_t n;      /* at least 1 */
    int32_t *start; /* n + 1 */
    int32_t *to;
    int32_t *weight; /* n; all parts should have the same sum of weights. The total is below 2^31 */
};

/* Loads METIS. Errors: ERROR_ENVIRONMENT if it is missing, or its numbers do not have 32 bits. */
enum status metis_load(void);

/* part[i] = the part of vertex i, below parts >= 2, by recursive bisection: the first half of the
 * numbers is one side of the first cut, and so on within each half. The same graph always gives the
 * same parts. METIS works in a child process, which may use all available memory. metis_load must
 * have succeeded. Errors: ERROR_HOST_MEMORY, ERROR_CRASHED, ERROR_INTERRUPTED. */
enum status metis_bisect(const struct metis_graph *graph, int32_t parts, int32_t *part);
