#include "base/sparse/component_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

/* The rows of an unknown lie side by side, so they are one row of `unknowns`, which borrows all but
 * row. */
static enum status join_rows(const struct matrix *a, struct csr *unknowns)
{
    const uint32_t n = (uint32_t)matrix_unknowns(a);
    *unknowns = (struct csr){.rows = n, .nnz = a->off.nnz, .col = a->off.col};
    MUST(allocate((size_t)n + 1, sizeof *unknowns->row, "components", &unknowns->row));
    for (uint32_t i = 0; i <= n; i++) unknowns->row[i] = a->off.row[matrix_first_row(a, i)];
    return OK;
}

/* Lists the members by counting. */
static enum status list_members(uint32_t n, struct components *out)
{
    enum status status = OK;
    uint32_t *next = NULL;
    TRY(allocate_zeroed((size_t)out->count + 1, sizeof *out->first, "components", &out->first));
    TRY(allocate(n, sizeof *out->member, "components", &out->member));
    TRY(allocate((size_t)out->count + 1, sizeof *next, "components", &next));
    for (uint32_t i = 0; i < n; i++) out->first[out->of[i] + 1]++;
    for (uint32_t c = 0; c < out->count; c++) out->first[c + 1] += out->first[c];
    for (uint32_t c = 0; c < out->count; c++) next[c] = out->first[c];
    for (uint32_t i = 0; i < n; i++) out->member[next[out->of[i]]++] = i;
out:
    free(next);
    return status;
}

enum status components_find(const struct matrix *a, struct components *out)
{
    enum status status = OK;
    struct csr unknowns = {0};
    *out = (struct components){0};
    TRY(join_rows(a, &unknowns));
    TRY(strong_components(&unknowns, &out->of, &out->count));
    TRY(list_members(unknowns.rows, out));
out:
    free(unknowns.row);
    if (status != OK) components_free(out);
    return status;
}

void components_free(struct components *components)
{
    free(components->of);
    free(components->member);
    free(components->first);
    *components = (struct components){0};
}

enum status component_order(const struct csr *a, uint32_t *rank, uint32_t *count)
{
    struct components components;
    MUST(components_find(&(struct matrix){.off = *a}, &components));
    for (uint32_t k = 0; k < a->rows; k++) rank[components.member[k]] = k;
    *count = components.count;
    components_free(&components);
    return OK;
}
