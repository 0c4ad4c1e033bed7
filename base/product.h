/* A product of a system with a Büchi automaton, as CSR without values. A vertex is a state of both; a run of the system
 * that breaks the property is a cycle through an accepting vertex that the initial one reaches. */
#ifndef WARPMARK_BASE_PRODUCT_H
#define WARPMARK_BASE_PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct product {
    uint32_t n;          /* vertices, numbered from 0 in breadth-first order */
    uint64_t m;          /* edges, parallel ones counted */
    uint64_t *row;       /* n + 1 offsets into col */
    uint32_t *col;       /* successors, in the order in which they are generated */
    uint64_t *accepting; /* bitmap, (n + 63) / 64 words */
    uint32_t initial;    /* NO_VERTEX: a part of a product, whose vertices the initial one reaches by way of others */
};

#define NO_VERTEX UINT32_MAX

void product_free(struct product *product); /* accepts a zeroed one, leaves one */

static inline bool product_accepting(const struct product *product, uint32_t v)
{
    return product->accepting[v / 64] >> v % 64 & 1;
}

/* The same vertices with every edge turned round: row v of out lists the predecessors of v, in ascending order. Errors:
 * ERROR_HOST_MEMORY; *out is zeroed then. */
enum status product_transpose(const struct product *product, struct product *out);

#endif
