/* A rank's rows of a matrix in closed form: no process has them all. */
#include "base/closed/closed.h"
#include "base/memory.h"
#include "solvers/ranks/ranks.h"

static void count_entry(void *context, uint64_t column, double value)
{
    (void)column, (void)value;
    ++*(uint64_t *)context;
}

static uint64_t count_entries(const struct closed_rows *closed, uint64_t i)
{
    uint64_t count = 0;
    closed_row(closed, i, count_entry, &count);
    return count;
}

struct place_in_rows {
    struct csr *off;
    uint64_t at;
};

static void put_entry(void *context, uint64_t column, double value)
{
    struct place_in_rows *to = context;
    to->off->col[to->at] = (uint32_t)column;
    to->off->val[to->at++] = value;
}

static void fill_rows(const struct rank_system *whole, uint64_t first, struct rank_system *out)
{
    const struct closed_rows *closed = &whole->a.closed;
    struct csr *off = &out->a.off;
#pragma omp parallel for
    for (uint32_t i = 0; i < off->n; i++) {
        struct place_in_rows to = {off, off->row[i]};
        closed_row(closed, first + i, put_entry, &to);
        out->a.diag[i] = closed_row_diagonal(closed, first + i);
        out->x0[i] = whole->has_b ? closed_reward(closed, first + i) : whole->start;
        if (whole->has_b) out->b[i] = out->x0[i];
    }
}

enum status ranks_make(const struct rank_system *whole, uint64_t first, uint32_t n,
                       struct rank_system *out)
{
    uint64_t nnz = 0;
#pragma omp parallel for reduction(+ : nnz)
    for (uint32_t i = 0; i < n; i++) nnz += count_entries(&whole->a.closed, first + i);
    MUST(csr_allocate(n, nnz, &out->a.off));
    MUST(allocate(n, sizeof *out->a.diag, "rows", &out->a.diag));
    MUST(allocate(n, sizeof *out->x0, "rows", &out->x0));
    if (whole->has_b) MUST(allocate(n, sizeof *out->b, "rows", &out->b));
    uint64_t *row = out->a.off.row;
#pragma omp parallel for
    for (uint32_t i = 0; i < n; i++) row[i + 1] = count_entries(&whole->a.closed, first + i);
    row[0] = 0;
    for (uint32_t i = 0; i < n; i++) row[i + 1] += row[i];
    fill_rows(whole, first, out);
    return OK;
}
