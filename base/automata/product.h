/* A product of a system with a Büchi automaton, as CSR without values. A vertex is a pair of a
 * state of each. A run that violates the property is a path from the initial vertex to a cycle
 * through an accepting vertex. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* A part of a product may not contain the initial vertex; then it has this one, and all vertices
 * count as reached. */
#define NO_VERTEX UINT32_MAX

struct product {
    uint32_t n;          /* vertices, numbered from 0 in breadth-first order */
    uint64_t m;          /* edges, parallel ones counted */
    uint64_t *row;       /* n + 1 offsets into col */
    uint32_t *col;       /* successors, in the order in which they are generated */
    uint64_t *accepting; /* bitmap, (n + 63) / 64 words */
    uint32_t initial;    /* NO_VERTEX if it is not in this part */
};

void product_free(struct product *product); /* accepts a zeroed one, leaves one */

/* Errors: ERROR_HOST_MEMORY; *out is zeroed then. */
enum status product_copy(const struct product *product, struct product *out);

/* An observer of a product that is being generated. watch sees all vertices found so far, and the
 * edges of those that were expanded; the others have none yet. So a cycle in this part is one of
 * the complete product. It can end the generation by setting *enough, which is false on entry; then
 * the part is the result. The product belongs to the caller. */
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

/* Reverses every edge: row v of out lists the predecessors of v, in ascending order. Errors:
 * ERROR_HOST_MEMORY; *out is zeroed then. */
enum status product_transpose(const struct product *product, struct product *out);

/* Number of accepting vertices, and of vertices without successors. */
uint64_t product_count_accepting(const struct product *product);
uint64_t product_count_deadlocks(const struct product *product);

/* Merges parallel edges; the first one with the same ends stays. */
void product_merge(struct product *product);

/* Counts the vertices in a bitmap, and the edges between them. */
void product_count_part(const struct product *product, const uint64_t *kept, uint64_t *n,
                        uint64_t *m);

/* Keeps only those vertices, in their order, and the edges between them. Errors: ERROR_HOST_MEMORY;
 * the product is unchanged then. */
enum status product_restrict(struct product *product, const uint64_t *kept);
