#include "base/automata/product.h"

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

enum status product_copy(const struct product *product, struct product *out)
{
    MUST(allocate_like(product, out));
    memcpy(out->row, product->row, ((size_t)product->n + 1) * sizeof *out->row);
    memcpy(out->col, product->col, product->m * sizeof *out->col);
    return OK;
}

/* Fills the rows from their starts; afterwards each start is at the start of the next row. */
enum status product_transpose(const struct product *product, struct product *out)
{
    MUST(allocate_like(product, out));
    uint64_t *row = out->row;
    for (uint64_t e = 0; e < product->m; e++) row[product->col[e] + 1]++;
    for (uint32_t v = 0; v < out->n; v++) row[v + 1] += row[v];
    for (uint32_t u = 0; u < product->n; u++)
        for (uint64_t e = product->row[u]; e < product->row[u + 1]; e++)
            out->col[row[product->col[e]]++] = u;
    memmove(row + 1, row, (size_t)out->n * sizeof *row);
    row[0] = 0;
    return OK;
}

uint64_t product_count_accepting(const struct product *product)
{
    uint64_t count = 0;
    for (size_t w = 0; w < ((size_t)product->n + 63) / 64; w++)
        count += (uint64_t)__builtin_popcountll(product->accepting[w]);
    return count;
}

uint64_t product_count_deadlocks(const struct product *product)
{
    uint64_t count = 0;
    for (uint32_t v = 0; v < product->n; v++) count += product->row[v] == product->row[v + 1];
    return count;
}

static bool among(const uint32_t *col, uint64_t count, uint32_t vertex)
{
    for (uint64_t k = 0; k < count; k++)
        if (col[k] == vertex) return true;
    return false;
}

/* Rows are short: the successors of one state, times the edges of one state of the automaton. */
void product_merge(struct product *product)
{
    uint64_t kept = 0, *row = product->row;
    uint32_t *col = product->col;
    for (uint32_t v = 0; v < product->n; v++) {
        uint64_t e = row[v];
        row[v] = kept;
        for (; e < row[v + 1]; e++)
            if (!among(col + row[v], kept - row[v], col[e])) col[kept++] = col[e];
    }
    row[product->n] = product->m = kept;
}

void product_count_part(const struct product *product, const uint64_t *kept, uint64_t *n,
                        uint64_t *m)
{
    *n = *m = 0;
    for (uint32_t v = 0; v < product->n; v++) {
        if (!bitmap_has(kept, v)) continue;
        ++*n;
        for (uint64_t e = product->row[v]; e < product->row[v + 1]; e++)
            *m += bitmap_has(kept, product->col[e]);
    }
}

/* Works in place: row starts and accepting bits overwrite others that have been read. */
enum status product_restrict(struct product *product, const uint64_t *kept)
{
    uint32_t *number, n = 0;
    uint64_t m = 0, *row = product->row, *accepting = product->accepting;
    MUST(allocate(product->n, sizeof *number, "the numbers of vertices", &number));
    for (uint32_t v = 0; v < product->n; v++) number[v] = bitmap_has(kept, v) ? n++ : NO_VERTEX;
    for (uint32_t v = 0; v < product->n; v++) {
        if (number[v] == NO_VERTEX) continue;
        uint64_t e = row[v], accepts = product_accepting(product, v);
        row[number[v]] = m;
        for (; e < row[v + 1]; e++)
            if (number[product->col[e]] != NO_VERTEX) product->col[m++] = number[product->col[e]];
        uint64_t *word = &accepting[number[v] / 64], bit = 1ull << number[v] % 64;
        *word = accepts ? *word | bit : *word & ~bit;
    }
    product->initial = product->initial == NO_VERTEX ? NO_VERTEX : number[product->initial];
    row[n] = product->m = m;
    if (n % 64) accepting[n / 64] &= (1ull << n % 64) - 1;
    product->n = n;
    free(number);
    return OK;
}
