#include "base/sparse/bisection_order.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/division.h"
#include "base/sparse/metis.h"

/* The smallest parts have at least this many rows. There are up to 64 of them, four for each of 16
 * parts, so that a cut into any number of parts goes through few rows. */
enum { FEWEST_ROWS = 16, MOST_LEAVES = 64 };

/* Returns the number of rows j != i that share an entry with row i; to: these rows, ascending; may
 * be NULL. */
static inline uint32_t neighbours(const struct csr *a, const struct csr *columns, uint32_t i,
                                  int32_t *to)
{
    uint64_t k = a->row[i], l = columns->row[i];
    uint32_t count = 0;
    while (k < a->row[i + 1] || l < columns->row[i + 1]) {
        const uint32_t out = k < a->row[i + 1] ? a->col[k] : UINT32_MAX,
                       in = l < columns->row[i + 1] ? columns->col[l] : UINT32_MAX,
                       j = out < in ? out : in;
        k += out == j;
        l += in == j;
        if (j == i) continue;
        if (to) to[count] = (int32_t)j;
        count++;
    }
    return count;
}

static enum status too_large(uint64_t count)
{
    return fail(ERROR_UNSUPPORTED,
                "order bisection: this matrix is too large for METIS, which counts to 2^31 - 1 and "
                "would have to count to %llu at least: use +bfs",
                (unsigned long long)count);
}

/* Makes the graph whose edges connect rows that share an entry. The weight of a row is proportional
 * to its bytes. */
static enum status make_graph(const struct csr *a, const struct csr *columns,
                              struct metis_graph *out)
{
    uint64_t edges = 0;
    MUST(allocate((size_t)a->rows + 1, sizeof *out->start, "a graph", &out->start));
    MUST(allocate(a->rows, sizeof *out->weight, "a graph", &out->weight));
    for (uint32_t i = 0; i < a->rows; i++) {
        out->start[i] = (int32_t)edges;
        out->weight[i] = (int32_t)(rows_bytes(1, a->row[i + 1] - a->row[i]) / ENTRY_BYTES);
        edges += neighbours(a, columns, i, NULL);
        if (edges > INT32_MAX) return too_large(edges);
    }
    out->n = (int32_t)a->rows;
    out->start[a->rows] = (int32_t)edges;
    MUST(allocate(edges, sizeof *out->to, "a graph", &out->to));
    for (uint32_t i = 0; i < a->rows; i++) neighbours(a, columns, i, out->to + out->start[i]);
    return OK;
}

/* Numbers the rows part by part, in their order within a part. */
static void number_by_part(uint32_t n, const int32_t *part, uint32_t *rank)
{
    uint32_t first[MOST_LEAVES + 1] = {0};
    for (uint32_t i = 0; i < n; i++) first[part[i] + 1]++;
    for (int k = 0; k < MOST_LEAVES; k++) first[k + 1] += first[k];
    for (uint32_t i = 0; i < n; i++) rank[i] = first[part[i]]++;
}

static enum status bisect(const struct csr *a, int32_t leaves, uint32_t *rank)
{
    enum status status = OK;
    struct csr columns = {0};
    struct metis_graph graph = {0};
    int32_t *part = NULL;
    TRY(csr_transpose(a, &columns));
    TRY(make_graph(a, &columns, &graph));
    csr_free(&columns);
    TRY(allocate(a->rows, sizeof *part, "parts of rows", &part));
    TRY(metis_bisect(&graph, leaves, part));
    number_by_part(a->rows, part, rank);
out:
    csr_free(&columns);
    free(graph.start);
    free(graph.to);
    free(graph.weight);
    free(part);
    return status;
}

enum status bisection_order(const struct csr *a, uint32_t *rank)
{
    const uint64_t weight = rows_bytes(a->rows, a->nnz) / ENTRY_BYTES;
    int32_t leaves = 1;
    if (weight > INT32_MAX) return too_large(weight);
    MUST(metis_load());
    while (leaves < MOST_LEAVES && 2 * (uint64_t)leaves * FEWEST_ROWS <= a->rows) leaves *= 2;
    if (leaves > 1) return bisect(a, leaves, rank);
    for (uint32_t i = 0; i < a->rows; i++) rank[i] = i;
    return OK;
}
