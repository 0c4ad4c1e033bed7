#include "tests/support/product_sound.h"

#include <string.h>

bool product_sound(const struct product *p)
{
    if (p->n == 0 || p->row[0] != 0 || p->row[p->n] != p->m) return false;
    if (p->initial >= p->n && p->initial != NO_VERTEX) return false;
    for (uint32_t v = 0; v < p->n; v++)
        if (p->row[v] > p->row[v + 1]) return false;
    for (uint64_t e = 0; e < p->m; e++)
        if (p->col[e] >= p->n) return false;
    return p->n % 64 == 0 || p->accepting[p->n / 64] >> p->n % 64 == 0;
}

bool same_product(const struct product *a, const struct product *b)
{
    return a->n == b->n && a->m == b->m && a->initial == b->initial && !a->row == !b->row &&
           (!a->row ||
            (!memcmp(a->row, b->row, ((size_t)a->n + 1) * sizeof *a->row) &&
             !memcmp(a->col, b->col, a->m * sizeof *a->col) &&
             !memcmp(a->accepting, b->accepting, ((size_t)a->n + 63) / 64 * sizeof *a->accepting)));
}
