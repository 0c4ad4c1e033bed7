/* Small products of mixed shape for searches, drawn from the seed. Include cmocka.h and
 * tests/support/seed.h first. */
#ifndef WARPMARK_TESTS_SUPPORT_MADE_RANDOM_GRAPH_H
#define WARPMARK_TESTS_SUPPORT_MADE_RANDOM_GRAPH_H

#include <stdlib.h>

#include "base/automata/product.h"
#include "tests/support/seed.h"

static inline void *words_for(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

static inline void make_accepting(struct product *p, uint32_t v)
{
    p->accepting[v / 64] |= UINT64_C(1) << v % 64;
}

/* n vertices, up to `most` edges each: self-loops and parallel edges come up by themselves, and so
 * do vertices that are out of reach and several components. One in five has no accepting vertex, in
 * a few all are; the initial vertex is the first, any, or none. */
static inline struct product random_graph(uint32_t n, uint64_t most)
{
    struct product p = {.n = n, .initial = draw(3) ? 0 : draw(4) ? (uint32_t)draw(n) : NO_VERTEX};
    p.row = words_for((size_t)n + 1, sizeof *p.row);
    p.col = words_for((size_t)n * most, sizeof *p.col);
    p.accepting = words_for(((size_t)n + 63) / 64, sizeof *p.accepting);
    uint64_t shape = draw(5), forward = draw(2);
    for (uint32_t v = 0; v < n; v++) {
        for (uint64_t k = draw(most + 1); k > 0; k--) {
            uint32_t to = (uint32_t)draw(n);
            if (forward && draw(6) && to <= v)
                continue; /* few ways back: long searches, few cycles */
            p.col[p.m++] = to;
        }
        p.row[v + 1] = p.m;
        if (shape == 4 || (shape > 0 && draw(3) == 0)) make_accepting(&p, v);
    }
    return p;
}

#endif
