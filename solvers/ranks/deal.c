#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/division.h"
#include "solvers/ranks/ranks.h"

/* Message that is sent before the rows. */
struct deal {
    struct rank_system made; /* the system in closed form, if the rows are not stored */
    uint32_t n, has_b, has_entries;
    uint32_t start[MOST_PARTS + 1];
    uint64_t entry[MOST_PARTS + 1]; /* the first entry of each rank */
};

static void plan(const struct rank_system *whole, struct deal *out)
{
    const int size = ranks_self()->size;
    const struct csr *off = &whole->a.off;
    const bool stored = matrix_is_stored(&whole->a), closed = !stored && whole->a.closed.form;
    *out = (struct deal){.n = (uint32_t)matrix_unknowns(&whole->a),
                         .has_b = whole->b != NULL,
                         .has_entries = stored};
    if (closed) out->made = *whole;
    for (int k = 0; k <= size && !closed; k++) {
        out->start[k] = division_start(off->row, out->n, size, k);
        out->entry[k] = off->row[out->start[k]];
    }
}

static enum status rank_rows_allocate(const struct deal *deal, int rank, struct rank_rows *out)
{
    struct rank_system *own = &out->own;
    const uint32_t n = deal->start[rank + 1] - deal->start[rank];
    const uint64_t nnz = deal->entry[rank + 1] - deal->entry[rank];
    out->unknowns = deal->n;
    own->a.first = deal->start[rank];
    out->stored = deal->has_entries;
    for (int k = 0; k <= MOST_PARTS; k++) out->start[k] = deal->start[k];
    if (deal->made.a.closed.form) return ranks_make(&deal->made, n, own);
    MUST(matrix_allocate(n, nnz, &own->a));
    MUST(allocate(n, sizeof *own->x0, "rows", &own->x0));
    if (deal->has_b) MUST(allocate(n, sizeof *own->b, "rows", &own->b));
    return OK;
}

enum { PIECES = 6 }; /* number of pieces of memory of a system */

/* Consecutive rows of a system, and their entries. */
struct cut {
    uint64_t row, rows, entry, entries;
};

static struct cut cut_of(const struct deal *deal, int k)
{
    return (struct cut){deal->start[k], deal->start[k + 1] - deal->start[k], deal->entry[k],
                        deal->entry[k + 1] - deal->entry[k]};
}

/* Lists the pieces of memory of a cut. Returns their number. */
static int pieces_of(const struct rank_system *system, const struct deal *deal, struct cut cut,
                     int rank, struct link_piece *out)
{
    const struct csr *off = &system->a.off;
    const uint64_t row = cut.row, rows = cut.rows, entry = cut.entry, entries = cut.entries;
    int count = 0;
    out[count++] = (struct link_piece){rank, off->row + row, (rows + 1) * sizeof *off->row};
    out[count++] = (struct link_piece){rank, system->x0 + row, rows * sizeof *system->x0};
    if (deal->has_b)
        out[count++] = (struct link_piece){rank, system->b + row, rows * sizeof *system->b};
    if (!deal->has_entries) return count;
    out[count++] = (struct link_piece){rank, off->col + entry, entries * sizeof *off->col};
    out[count++] = (struct link_piece){rank, off->val + entry, entries * sizeof *off->val};
    out[count++] = (struct link_piece){rank, system->a.diag + row, rows * sizeof *system->a.diag};
    return count;
}

static void send_all(const struct rank_system *whole, const struct deal *deal,
                     const struct rank_rows *own)
{
    struct link_piece sent[MOST_PARTS * PIECES], received[PIECES];
    struct cut mine = cut_of(deal, ranks_self()->rank);
    int nsent = 0;
    for (int k = 0; whole && k < ranks_self()->size; k++)
        nsent += pieces_of(whole, deal, cut_of(deal, k), k, sent + nsent);
    mine.row = mine.entry = 0;
    const int nreceived = pieces_of(&own->own, deal, mine, 0, received);
    ranks_link_here()->exchange(nsent, sent, nreceived, received);
}

enum status ranks_deal(const struct rank_system *whole, struct rank_rows *out)
{
    struct deal deal = {0};
    const int rank = ranks_self()->rank;
    *out = (struct rank_rows){0};
    if (whole) plan(whole, &deal);
    ranks_link_here()->broadcast(&deal, sizeof deal, 0);
    if (deal.made.a.closed.form) ranks_divide(&deal.made.a.closed, deal.start);
    enum status status = ranks_agree(rank_rows_allocate(&deal, rank, out));
    if (status != OK) {
        rank_rows_free(out);
        return status;
    }
    if (deal.made.a.closed.form) return OK;
    send_all(whole, &deal, out);
    struct csr *off = &out->own.a.off;
    for (size_t i = 0; i <= off->rows; i++) off->row[i] -= deal.entry[rank];
    return OK;
}

void rank_rows_free(struct rank_rows *rows)
{
    matrix_free(&rows->own.a);
    free(rows->own.b);
    free(rows->own.x0);
    *rows = (struct rank_rows){0};
}
