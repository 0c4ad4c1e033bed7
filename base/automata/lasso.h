/* Accepting cycles of a product, shown edge by edge. */
#pragma once

#include "base/automata/product.h"

/* vertex[0 .. prefix - 1] lead from the initial vertex to vertex[prefix]; vertex[prefix .. prefix +
 * cycle - 1] lead back to it. Without a prefix the initial vertex is on the cycle, or there is
 * none. */
struct lasso {
    uint64_t prefix, cycle; /* no cycle: 0 */
    uint32_t *vertex;       /* prefix + cycle */
};

/* The shortest way to witness and the shortest cycle through it. out->cycle = 0 where witness is
 * out of reach or on no cycle. Errors: ERROR_HOST_MEMORY; *out is zeroed then. */
enum status lasso_find(const struct product *product, uint32_t witness, struct lasso *out);
void lasso_free(struct lasso *lasso); /* accepts a zeroed one, leaves one */

/* *out = an accepting vertex on a cycle within a set (one word a vertex, 0: not in it) that OWCTY
 * has left: every vertex has a predecessor and is reached by an accepting vertex, within the set.
 * NO_VERTEX where the set is not of that kind and the search for the cycle fails. Errors:
 * ERROR_HOST_MEMORY. */
enum status accepting_cycle_within(const struct product *product, const uint32_t *set,
                                   uint32_t *out);
