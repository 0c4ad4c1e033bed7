#include "problems/order.h"

#include <stdlib.h>

#include "base/memory.h"

const char *const order_names[NORDERS] = {"native", "bfs"};
const char *const order_titles[NORDERS] = {"as the problem numbers its rows", "breadth-first from the initial state"};

/* Appends the rows that can be reached from root along stored entries and are not met yet; sequence is the queue. */
static uint32_t search(const struct csr *a, uint32_t root, uint8_t *met, uint32_t *sequence, uint32_t count)
{
    uint32_t first = count;
    met[root] = 1;
    sequence[count++] = root;
    for (; first < count; first++) {
        uint32_t i = sequence[first];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            if (met[a->col[k]]) continue;
            met[a->col[k]] = 1;
            sequence[count++] = a->col[k];
        }
    }
    return count;
}

static enum status breadth_first(const struct csr *a, uint32_t start, uint32_t **sequence)
{
    enum status status = OK;
    uint8_t *met = NULL;
    TRY(allocate_zeroed(a->n, 1, "a search", &met));
    TRY(allocate(a->n, sizeof **sequence, "an order", sequence));
    uint32_t count = a->n ? search(a, start, met, *sequence, 0) : 0;
    for (uint32_t i = 0; i < a->n; i++)
        if (!met[i]) count = search(a, i, met, *sequence, count);
out:
    free(met);
    return status;
}

enum status order_rows(const struct problem *problem, enum order order, uint32_t **sequence)
{
    const struct csr *off = &problem->system.a.off;
    struct csr outgoing = {0};
    *sequence = NULL;
    if (order == ORDER_NATIVE) return OK;
    if (problem->kind != KIND_STEADY) return breadth_first(off, problem->start, sequence);
    enum status status = csr_transpose(off, &outgoing); /* rows of a long run hold what comes in */
    if (status == OK) status = breadth_first(&outgoing, problem->start, sequence);
    csr_free(&outgoing);
    return status;
}

/* The rows of from in the order of sequence, their columns renumbered and no longer ascending. */
static enum status move_rows(const struct csr *from, const uint32_t *sequence, struct csr *out)
{
    enum status status = OK;
    uint32_t *number = NULL;
    uint64_t kept = 0;
    TRY(csr_allocate(from->n, from->nnz, out));
    TRY(allocate(from->n, sizeof *number, "an order", &number));
    for (uint32_t k = 0; k < from->n; k++) number[sequence[k]] = k;
    for (uint32_t k = 0; k < from->n; k++) {
        for (uint64_t e = from->row[sequence[k]]; e < from->row[sequence[k] + 1]; e++) {
            out->col[kept] = number[from->col[e]];
            out->val[kept++] = from->val[e];
        }
        out->row[k + 1] = kept;
    }
out:
    free(number);
    return status;
}

/* Two transposes sort the rows. */
static enum status renumber(const struct csr *from, const uint32_t *sequence, struct csr *out)
{
    enum status status = OK;
    struct csr moved = {0}, transpose = {0};
    TRY(move_rows(from, sequence, &moved));
    TRY(csr_transpose(&moved, &transpose));
    csr_free(&moved);
    TRY(csr_transpose(&transpose, out));
out:
    csr_free(&moved);
    csr_free(&transpose);
    return status;
}

static enum status gather(uint32_t n, const uint32_t *sequence, const double *from, double **out)
{
    if (!from) return OK;
    enum status status = allocate(n, sizeof **out, "a renumbered vector", out);
    for (uint32_t k = 0; status == OK && k < n; k++) (*out)[k] = from[sequence[k]];
    return status;
}

enum status linear_renumber(const struct linear *from, const uint32_t *sequence, struct linear *out)
{
    enum status status = OK;
    uint32_t n = from->a.off.n;
    *out = (struct linear){0};
    TRY(renumber(&from->a.off, sequence, &out->a.off));
    TRY(gather(n, sequence, from->a.diag, &out->a.diag));
    TRY(gather(n, sequence, from->b, &out->b));
    TRY(gather(n, sequence, from->x0, &out->x0));
out:
    if (status != OK) linear_free(out);
    return status;
}

void undo_order(uint32_t n, const uint32_t *sequence, const double *renumbered, double *x)
{
    for (uint32_t k = 0; k < n; k++) x[sequence[k]] = renumbered[k];
}
