#include "prove/systems/ordered.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/component_order.h"
#include "problems/row_order.h"

enum status ordered_create(const struct matrix *a, struct ordered *out)
{
    enum status status = OK;
    const uint32_t n = a->off.rows;
    uint32_t *rank = NULL, count;
    const struct linear from = {.a = *a};
    *out = (struct ordered){0};
    TRY(allocate(n, sizeof *rank, "an order", &rank));
    TRY(component_order(&a->off, rank, &count));
    if (count < n / 2 + 1) goto out;
    TRY(allocate(n, sizeof *out->sequence, "an order", &out->sequence));
    for (uint32_t i = 0; i < n; i++) out->sequence[rank[i]] = i;
    TRY(row_order_apply(&from, out->sequence, &out->system));
    TRY(allocate(n, sizeof *out->b, "a proof", &out->b));
    TRY(allocate(n, sizeof *out->x, "a proof", &out->x));
out:
    free(rank);
    if (status != OK) ordered_free(out);
    return status;
}

void ordered_free(struct ordered *ordered)
{
    linear_free(&ordered->system);
    free(ordered->sequence);
    free(ordered->b);
    free(ordered->x);
    *ordered = (struct ordered){0};
}
