#include "base/sparse/component_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

enum status component_order(const struct csr *a, uint32_t *rank, uint32_t *components)
{
    enum status status = OK;
    uint32_t *component = NULL, *next = NULL;
    TRY(strong_components(a, &component, components));
    TRY(allocate_zeroed((size_t)*components + 1, sizeof *next, "an order", &next));
    for (uint32_t i = 0; i < a->rows; i++) next[component[i] + 1]++;
    for (uint32_t c = 0; c < *components; c++) next[c + 1] += next[c];
    for (uint32_t i = 0; i < a->rows; i++) rank[i] = next[component[i]]++;
out:
    free(component);
    free(next);
    return status;
}
