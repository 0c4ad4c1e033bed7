/* A product of a system with a Büchi automaton, as CSR without values. A vertex is a state of both;
 * a run of the system that breaks the property is a cycle through an accepting vertex that the
 * initial one reaches. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* The initial vertex of a part of a product that has lost it: every vertex counts as reached then.
 */
#define NO_VERTEX UINT32_MAX

struct product {
    uint32_t n;          /* vertices, numbered from 0 in breadth-first order */
    uint64_t m;          /* edges, parallel ones counted */
    uint64_t *row;       /* n + 1 offsets into col */
    uint32_t *col;       /* successors, in the order in which they are generated */
    uint64_t *accepting; /* bitmap, (n + 63) / 64 words */
    uint32_t initial;    /* or NO_VERTEX */
};

void product_free(struct product *product); /* accepts a zeroed one, leaves one */

/* Errors: ERROR_HOST_MEMORY; *out is zeroed then. */
enum status product_copy(const struct product *product, struct product *out);

/* Somebody who looks at a product while it is generated. watch sees all vertices found so far, the
 * edges of those that were expanded, and none that leave the others: a cycle in this part is one of
 * the whole. It may end the generation by setting *enough, which is false on entry; the part is
 * then what is generated. The product is the caller's. */
struct growth {
    enum status (*watch)(const struct product *part, void *context, bool *enough);
    void *context;
};

static inline bool bitmap_has(const uint64_t *bitmap, uint32_t v)
{
    return bitmap[v / 64] >> v % 64 & 1;
}

static inline bool product_accepting(const struct product *product, uint32_t v)
{
    return bitmap_has(product->accepting, v);
}

/* The same vertices with every edge turned round: row v of out lists the predecessors of v, in
 * ascending order. Errors: ERROR_HOST_MEMORY; *out is zeroed then. */
enum status product_transpose(const struct product *product, struct product *out);

/* The number of accepting vertices, and of those without successors. */
uint64_t product_count_accepting(const struct product *product);
uint64_t product_count_deadlocks(const struct product *product);

/* Makes parallel edges one: of those with the same ends the first stays. */
void product_merge(struct product *product);

/* How many vertices a bitmap keeps, and how many edges between them. */
void product_count_part(const struct product *product, const uint64_t *kept, uint64_t *n,
                        uint64_t *m);

/* Keeps those vertices, in their order, and the edges between them. Errors: ERROR_HOST_MEMORY; the
 * product is as it was then. */
enum status product_restrict(struct product *product, const uint64_t *kept);
