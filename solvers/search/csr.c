#include "solvers/search/csr.h"

#include <stdlib.h>
#include <string.h>

#include "base/automata/product.h"
#include "base/memory.h"
#include "base/team.h"
#include "solvers/solve.h"

/* Returns whether vertices are numbered in the order of a breadth-first search from vertex 0. Then
 * vertex 0 reaches all of them, and one pass over the edges has shown this. */
static bool numbered_breadth_first(const struct product *product)
{
    uint32_t known = 1;
    if (product->initial != 0) return false;
    for (uint32_t u = 0; u < product->n; u++) {
        if (u >= known) return false;
        for (uint64_t e = product->row[u]; e < product->row[u + 1]; e++)
            known += product->col[e] == known;
    }
    return true;
}

static void csr_walk(const struct product *product, uint32_t *queue, uint64_t *reached)
{
    uint32_t head = 0, tail = 0;
    queue[tail++] = product->initial;
    reached[product->initial / 64] |= UINT64_C(1) << product->initial % 64;
    while (head < tail) {
        uint32_t u = queue[head++];
        for (uint64_t e = product->row[u]; e < product->row[u + 1]; e++) {
            uint32_t v = product->col[e];
            if (reached[v / 64] >> v % 64 & 1) continue;
            reached[v / 64] |= UINT64_C(1) << v % 64;
            queue[tail++] = v;
        }
    }
}

/* accepting &= the vertices that the initial vertex reaches */
static enum status keep_reached(const struct product *product, uint64_t *accepting)
{
    enum status status = OK;
    size_t words = ((size_t)product->n + 63) / 64;
    uint32_t *queue = NULL;
    uint64_t *reached = NULL;
    if (product->initial == NO_VERTEX || numbered_breadth_first(product)) return OK;
    TRY(allocate(product->n, sizeof *queue, "a queue of vertices", &queue));
    TRY(allocate_zeroed(words, sizeof *reached, "reached vertices", &reached));
    csr_walk(product, queue, reached);
    for (size_t k = 0; k < words; k++) accepting[k] &= reached[k];
out:
    free(queue);
    free(reached);
    return status;
}

static enum status store_rows(const uint64_t *row, struct stored *out)
{
    enum status status;
    uint64_t *wide;
    uint32_t *narrow;
    size_t count = (size_t)out->n + 1;
    if (!csr_is_narrow(out)) {
        status = stored_array(out, CSR_ROW, count, sizeof *wide, &wide);
        if (status == OK) memcpy(wide, row, count * sizeof *wide);
        return status;
    }
    status = stored_array(out, CSR_ROW, count, sizeof *narrow, &narrow);
    if (status != OK) return status;
#pragma omp parallel for if (team_once(count))
    for (size_t v = 0; v < count; v++) narrow[v] = (uint32_t)row[v];
    return OK;
}

static enum status store_columns(const uint32_t *col, struct stored *out)
{
    uint32_t *to;
    MUST(stored_array(out, CSR_COL, out->nnz, sizeof *to, &to));
#pragma omp parallel for if (team_once(out->nnz))
    for (uint64_t e = 0; e < out->nnz; e++) to[e] = col[e];
    return OK;
}

static enum status csr_store(const struct product *product, struct stored *out)
{
    enum status status = OK;
    struct product turned = {0};
    uint64_t *accepting;
    size_t words = ((size_t)product->n + 63) / 64;
    TRY(stored_array(out, CSR_ACCEPTING, words, sizeof *accepting, &accepting));
    memcpy(accepting, product->accepting, words * sizeof *accepting);
    TRY(keep_reached(product, accepting));
    if (out->transposed) {
        TRY(product_transpose(product, &turned));
        product = &turned;
    }
    TRY(store_rows(product->row, out));
    TRY(store_columns(product->col, out));
out:
    product_free(&turned);
    return status;
}

const struct layout layout_csr = {
    .name = "csr",
    .title = "edges of a product as rows without values, one thread for each vertex",
    .array_names = {"row starts", "successors", "accepting"},
    .store = csr_store,
};
