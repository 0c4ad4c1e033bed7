#include "tests/support/made/random_product.h"

#include <stdlib.h>
#include <string.h>

static void *made(size_t bytes)
{
    void *out = calloc(bytes + 1, 1);
    if (!out) abort();
    return out;
}

struct product random_product(uint32_t largest)
{
    uint32_t n = 1 + (uint32_t)draw(largest), density = (uint32_t)draw(5),
             rare = 1 + (uint32_t)draw(8);
    struct product p = {.n = n, .initial = (uint32_t)draw(n)};
    p.row = made((n + 1) * sizeof *p.row);
    p.col = made(n * 5 * sizeof *p.col);
    p.accepting = made((n + 63) / 64 * sizeof *p.accepting);
    for (uint32_t v = 0; v < n; v++) {
        for (uint64_t k = draw(density + 1); k > 0; k--)
            p.col[p.m++] = draw(4) ? (uint32_t)draw(n) : v;
        p.row[v + 1] = p.m;
        p.accepting[v / 64] |= (uint64_t)(draw(rare) == 0) << v % 64;
    }
    return p;
}

struct product random_copy(const struct product *p)
{
    struct product copy = *p;
    copy.row = memcpy(made((p->n + 1) * sizeof *p->row), p->row, (p->n + 1) * sizeof *p->row);
    copy.col = memcpy(made(p->m * sizeof *p->col), p->col, p->m * sizeof *p->col);
    copy.accepting = memcpy(made((p->n + 63) / 64 * sizeof *p->accepting), p->accepting,
                            (p->n + 63) / 64 * sizeof *p->accepting);
    return copy;
}
