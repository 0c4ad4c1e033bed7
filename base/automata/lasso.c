#include "base/automata/lasso.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void lasso_free(struct lasso *lasso)
{
    free(lasso->vertex);
    *lasso = (struct lasso){0};
}

/* A breadth-first walk. parent: the vertex from which each vertex was found first; NO_VERTEX if it
 * was not found. */
struct walk {
    const struct product *product;
    uint32_t *parent, *queue;
    uint32_t head, tail;
};

static enum status open_walk(const struct product *product, struct walk *out)
{
    *out = (struct walk){.product = product};
    MUST(allocate(product->n, sizeof *out->parent, "parents of vertices", &out->parent));
    MUST(allocate(product->n, sizeof *out->queue, "a queue of vertices", &out->queue));
    memset(out->parent, 0xff, product->n * sizeof *out->parent);
    return OK;
}

static void close_walk(struct walk *walk)
{
    free(walk->parent);
    free(walk->queue);
}

/* Returns the last vertex before `to` on a shortest path of at least one edge; NO_VERTEX if there
 * is no path. */
static uint32_t walk_to(struct walk *walk, uint32_t from, uint32_t to)
{
    const struct product *p = walk->product;
    walk->head = walk->tail = 0;
    walk->parent[from] = from;
    walk->queue[walk->tail++] = from;
    while (walk->head < walk->tail) {
        uint32_t u = walk->queue[walk->head++];
        for (uint64_t e = p->row[u]; e < p->row[u + 1]; e++) {
            uint32_t v = p->col[e];
            if (v == to) return u;
            if (walk->parent[v] != NO_VERTEX) continue;
            walk->parent[v] = u;
            walk->queue[walk->tail++] = v;
        }
    }
    return NO_VERTEX;
}

/* Appends a shortest path from `from` to `to`, without `to`; *length = 0 if there is none. */
static enum status append_way(const struct product *product, uint32_t from, uint32_t to,
                              struct lasso *out, uint64_t *length)
{
    enum status status = OK;
    struct walk walk;
    uint64_t before = out->prefix + out->cycle;
    *length = 0;
    TRY(open_walk(product, &walk));
    uint32_t last = walk_to(&walk, from, to);
    if (last == NO_VERTEX) goto out;
    *length = 1;
    for (uint32_t v = last; v != from; v = walk.parent[v]) ++*length;
    TRY(reallocate(&out->vertex, before + *length, sizeof *out->vertex, "a lasso"));
    for (uint64_t k = *length; k-- > 0; last = walk.parent[last]) out->vertex[before + k] = last;
out:
    close_walk(&walk);
    return status;
}

enum status lasso_find(const struct product *product, uint32_t witness, struct lasso *out)
{
    enum status status = OK;
    *out = (struct lasso){0};
    if (witness >= product->n) return OK;
    if (product->initial != NO_VERTEX && product->initial != witness) {
        TRY(append_way(product, product->initial, witness, out, &out->prefix));
        if (out->prefix == 0) return OK;
    }
    TRY(append_way(product, witness, witness, out, &out->cycle));
out:
    if (status != OK || out->cycle == 0) lasso_free(out);
    return status;
}

static bool is_accepting_within(const struct walk *walk, const uint32_t *set, uint32_t v)
{
    return set[v] && product_accepting(walk->product, v);
}

/* Walks from all accepting vertices of the set at the same time. An accepting vertex gets a parent,
 * too, when it is found, so parents lead to an accepting vertex, and from there to another one. */
static void find_parents(struct walk *walk, const uint32_t *set)
{
    const struct product *p = walk->product;
    for (uint32_t v = 0; v < p->n; v++)
        if (is_accepting_within(walk, set, v)) walk->queue[walk->tail++] = v;
    while (walk->head < walk->tail) {
        uint32_t u = walk->queue[walk->head++];
        for (uint64_t e = p->row[u]; e < p->row[u + 1]; e++) {
            uint32_t v = p->col[e];
            if (!set[v] || walk->parent[v] != NO_VERTEX) continue;
            walk->parent[v] = u;
            if (!product_accepting(p, v)) walk->queue[walk->tail++] = v;
        }
    }
}

/* After n steps to the parent the vertex is on a cycle of parents, and every such cycle has an
 * accepting vertex. */
enum status accepting_cycle_within(const struct product *product, const uint32_t *set,
                                   uint32_t *out)
{
    enum status status = OK;
    struct walk walk;
    *out = NO_VERTEX;
    TRY(open_walk(product, &walk));
    find_parents(&walk, set);
    uint32_t v = walk.tail > 0 ? walk.queue[0] : NO_VERTEX;
    for (uint32_t k = 0; k < product->n && v != NO_VERTEX; k++) v = walk.parent[v];
    for (uint32_t k = 0; k < product->n && v != NO_VERTEX && !product_accepting(product, v); k++)
        v = walk.parent[v];
    if (v != NO_VERTEX && product_accepting(product, v)) *out = v;
out:
    close_walk(&walk);
    return status;
}
