/* METIS 5, which divides graphs (Karypis and Kumar 1998). It is loaded when somebody first asks for
 * it, so the program is not linked with it and needs no header of it. */
#pragma once

#include <stdint.h>

#include "base/status.h"

/* Vertex i has the edges to[start[i]] .. to[start[i + 1] - 1], none of them to itself; every edge
 * is there in both directions. METIS's numbers have 32 bits, as Debian builds it. */
struct metis_graph {
    int32_t n;      /* at least 1 */
    int32_t *start; /* n + 1 */
    int32_t *to;
    int32_t *weight; /* n; what parts should have equally much of. Their sum is below 2^31 */
};

/* Errors: ERROR_ENVIRONMENT where it is missing, or its numbers have not 32 bits. */
enum status metis_load(void);

/* part[i] = the part of vertex i, below parts >= 2, by recursive bisection: the first half of the
 * numbers is one side of the first cut, and so on within each. The same graph gives the same parts.
 * METIS works in a process of its own, which may take the memory that is available. It is loaded.
 * Errors: ERROR_HOST_MEMORY, ERROR_CRASHED, ERROR_INTERRUPTED. */
enum status metis_bisect(const struct metis_graph *graph, int32_t parts, int32_t *part);
