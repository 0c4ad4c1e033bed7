#include "prove/systems/ordered.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/row_order.h"

/* *sequence (new) = the rows by their components. */
static enum status sort_by_component(uint32_t n, uint32_t count, const uint32_t *component,
                                     uint32_t **sequence)
{
    uint32_t *next;
    MUST(allocate_zeroed((size_t)count + 1, sizeof *next, "an order", &next));
    for (uint32_t i = 0; i < n; i++) next[component[i] + 1]++;
    for (uint32_t c = 0; c < count; c++) next[c + 1] += next[c];
    enum status status = allocate(n, sizeof **sequence, "an order", sequence);
    for (uint32_t i = 0; status == OK && i < n; i++) (*sequence)[next[component[i]]++] = i;
    free(next);
    return status;
}

enum status ordered_create(const struct matrix *a, struct ordered *out)
{
    enum status status = OK;
    const uint32_t n = a->off.rows;
    uint32_t *component = NULL, count;
    const struct linear from = {.a = *a};
    *out = (struct ordered){0};
    TRY(strong_components(&a->off, &component, &count));
    if (count < n / 2 + 1) goto out;
    TRY(sort_by_component(n, count, component, &out->sequence));
    TRY(row_order_apply(&from, out->sequence, &out->system));
    TRY(allocate(n, sizeof *out->b, "a proof", &out->b));
    TRY(allocate(n, sizeof *out->x, "a proof", &out->x));
out:
    free(component);
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
