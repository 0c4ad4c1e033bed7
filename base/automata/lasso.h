/* Accepting cycles of a product, as lists of vertices. */
#pragma once

#include "base/automata/product.h"

/* vertex[0 .. prefix - 1] lead from the initial vertex to vertex[prefix]; vertex[prefix .. prefix +
 * cycle - 1] lead back to it. If there is no prefix, the initial vertex is on the cycle, or the
 * product has none. */
struct lasso {
    uint64_t prefix, cycle; /* no cycle: 0 */
    uint32_t *vertex;       /* prefix + cycle */
};

/* Finds the shortest path to witness and the shortest cycle through it. out->cycle = 0 if witness
 * is unreachable or on no cycle. Errors: ERROR_HOST_MEMORY; *out is zeroed then. */
enum status lasso_find(const struct product *product, uint32_t witness, struct lasso *out);
void lasso_free(struct lasso *lasso); /* accepts a zeroed one, leaves one */

/* *out = an accepting vertex on a cycle within a set (one word for each vertex, 0: not in it). The
 * set must be a result of OWCTY: each of its vertices has a predecessor in it, and is reached from
 * an accepting vertex within it. Otherwise the search may fail: *out = NO_VERTEX. Errors:
 * ERROR_HOST_MEMORY. */
enum status accepting_cycle_within(const struct product *product, const uint32_t *set,
                                   uint32_t *out);
