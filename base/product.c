#include "base/product.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void product_free(struct product *product)
{
    free(product->row);
    free(product->col);
    free(product->accepting);
    *product = (struct product){0};
}

static enum status allocate_like(const struct product *product, struct product *out)
{
    enum status status = OK;
    size_t words = ((size_t)product->n + 63) / 64;
    *out = (struct product){.n = product->n, .m = product->m, .initial = product->initial};
    TRY(allocate_zeroed((size_t)product->n + 1, sizeof *out->row, "row starts", &out->row));
    TRY(allocate(product->m, sizeof *out->col, "edges", &out->col));
    TRY(allocate(words, sizeof *out->accepting, "accepting vertices", &out->accepting));
    memcpy(out->accepting, product->accepting, words * sizeof *out->accepting);
out:
    if (status != OK) product_free(out);
    return status;
}

/* Rows are filled from their starts, each of which has then moved to the start of the next one. */
enum status product_transpose(const struct product *product, struct product *out)
{
    enum status status = allocate_like(product, out);
    if (status != OK) return status;
    uint64_t *row = out->row;
    for (uint64_t e = 0; e < product->m; e++) row[product->col[e] + 1]++;
    for (uint32_t v = 0; v < out->n; v++) row[v + 1] += row[v];
    for (uint32_t u = 0; u < product->n; u++)
        for (uint64_t e = product->row[u]; e < product->row[u + 1]; e++) out->col[row[product->col[e]]++] = u;
    memmove(row + 1, row, (size_t)out->n * sizeof *row);
    row[0] = 0;
    return OK;
}
