/* A rank's rows of a matrix in closed form: no process has them all. */
#include "base/memory.h"
#include "base/sparse/division.h"
#include "base/sparse/rows.h"
#include "solvers/halo.h"
#include "solvers/ranks/ranks.h"

static uint64_t made_count_entries(const struct closed_rows *closed, uint64_t i)
{
    struct closed_entries row;
    uint64_t count = 0;
    row.next = 0;
    do {
        closed_row(closed, i, &row);
        count += row.count;
    } while (row.next);
    return count;
}

/* Entries are counted, and parts begin, in blocks of equal numbers of rows. */
enum { BLOCKS = 4096 };

static uint64_t count_block(const struct closed_rows *closed, uint32_t first, uint32_t end)
{
    uint64_t count = 0;
    for (uint32_t i = first; i < end; i++) count += made_count_entries(closed, i);
    return count;
}

/* before[b] = the number of entries before block b; each rank counts some blocks. */
static void count_blocks(const struct closed_rows *closed, uint64_t before[BLOCKS + 1])
{
    static uint64_t mine[BLOCKS], all[MOST_PARTS][BLOCKS];
    const struct link_self *self = ranks_self();
    const uint32_t n = (uint32_t)closed->n;
#pragma omp parallel for
    for (int b = 0; b < BLOCKS; b++)
        mine[b] = b % self->size == self->rank
                      ? count_block(closed, part_start(n, BLOCKS, b), part_start(n, BLOCKS, b + 1))
                      : 0;
    ranks_link_here()->gather(mine, sizeof mine, all);
    before[0] = 0;
    for (int b = 0; b < BLOCKS; b++) before[b + 1] = before[b] + all[b % self->size][b];
}

void ranks_divide(const struct closed_rows *closed, uint32_t start[MOST_PARTS + 1])
{
    static uint64_t before[BLOCKS + 1];
    const int size = ranks_self()->size;
    const uint32_t n = (uint32_t)closed->n;
    count_blocks(closed, before);
    const uint64_t all = rows_bytes(n, before[BLOCKS]);
    for (int k = 0, b = 0; k <= size; k++) {
        while (rows_bytes(part_start(n, BLOCKS, b), before[b]) * (unsigned)size < all * (unsigned)k)
            b++;
        start[k] = (uint32_t)part_start(n, BLOCKS, b);
    }
}

static void made_fill_rows(const struct rank_system *whole, struct rank_system *out)
{
    const struct closed_rows *closed = &whole->a.closed;
    struct csr *off = &out->a.off;
#pragma omp parallel for
    for (uint32_t i = 0; i < off->rows; i++) {
        struct row_reader row;
        uint64_t at = off->row[i];
        const uint64_t own = row_owner(&out->a, i);
        row_read_closed(closed, own, &row);
        do
            for (uint64_t k = 0; k < row.count; k++, at++) {
                off->col[at] = (uint32_t)(row.base + row.col[k]);
                off->val[at] = row.val[k];
            }
        while (row_read_more(&row));
        out->a.diag[i] = row.diagonal;
        out->x0[i] = whole->has_b ? closed_reward(closed, own) : whole->start;
        if (whole->has_b) out->b[i] = out->x0[i];
    }
}

enum status ranks_make(const struct rank_system *whole, uint32_t n, struct rank_system *out)
{
    const struct closed_rows *closed = &whole->a.closed;
    uint64_t nnz = 0;
#pragma omp parallel for reduction(+ : nnz)
    for (uint32_t i = 0; i < n; i++) nnz += made_count_entries(closed, row_owner(&out->a, i));
    MUST(matrix_allocate(n, nnz, &out->a));
    MUST(allocate(n, sizeof *out->x0, "rows", &out->x0));
    if (whole->has_b) MUST(allocate(n, sizeof *out->b, "rows", &out->b));
    uint64_t *row = out->a.off.row;
#pragma omp parallel for
    for (uint32_t i = 0; i < n; i++) row[i + 1] = made_count_entries(closed, row_owner(&out->a, i));
    row[0] = 0;
    for (uint32_t i = 0; i < n; i++) row[i + 1] += row[i];
    made_fill_rows(whole, out);
    return OK;
}
