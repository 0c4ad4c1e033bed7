#include "tests/support/made/random_graph.h"

#include <stddef.h>
#include <stdlib.h>

void *words_for(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

void make_accepting(struct product *p, uint32_t v)
{
    p->accepting[v / 64] |= UINT64_C(1) << v % 64;
}

struct product random_graph(uint32_t n, uint64_t most)
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
