#include <stdlib.h>

#include "base/memory.h"
#include "solvers/halo.h"
#include "solvers/ranks/ranks.h"

/* What goes before the rows. */
struct deal {
    struct rank_system made; /* in closed form, where the rows are not stored */
    uint32_t n, has_b;
    uint32_t start[MOST_PARTS + 1];
    uint64_t entry[MOST_PARTS + 1]; /* the first entry of each rank */
};

static void plan(const struct rank_system *whole, struct deal *out)
{
    const int size = ranks_self()->size;
    const struct csr *off = &whole->a.off;
    const bool stored = matrix_is_stored(&whole->a);
    *out = (struct deal){.n = (uint32_t)matrix_rows(&whole->a), .has_b = whole->b != NULL};
    if (!stored) out->made = *whole;
    for (int k = 0; k <= size; k++) {
        out->start[k] = (uint32_t)part_start(out->n, size, k);
        if (stored) out->entry[k] = off->row[out->start[k]];
    }
}

static enum status make_room(const struct deal *deal, int rank, struct rank_rows *out)
{
    struct rank_system *own = &out->own;
    const uint32_t n = deal->start[rank + 1] - deal->start[rank];
    const uint64_t nnz = deal->entry[rank + 1] - deal->entry[rank];
    out->n = deal->n;
    for (int k = 0; k <= MOST_PARTS; k++) out->start[k] = deal->start[k];
    if (deal->made.a.closed.form) return ranks_make(&deal->made, deal->start[rank], n, own);
    MUST(csr_allocate(n, nnz, &own->a.off));
    MUST(allocate(n, sizeof *own->a.diag, "rows", &own->a.diag));
    MUST(allocate(n, sizeof *own->x0, "rows", &own->x0));
    if (deal->has_b) MUST(allocate(n, sizeof *own->b, "rows", &own->b));
    return OK;
}

enum { PIECES = 6 }; /* of a system */

/* Where these rows and entries of a system lie. */
static int pieces_of(const struct rank_system *system, uint32_t row, uint32_t rows, uint64_t entry,
                     uint64_t entries, int rank, struct link_piece *out)
{
    const struct csr *off = &system->a.off;
    int count = 0;
    out[count++] =
        (struct link_piece){rank, off->row + row, (rows + UINT64_C(1)) * sizeof *off->row};
    out[count++] = (struct link_piece){rank, off->col + entry, entries * sizeof *off->col};
    out[count++] = (struct link_piece){rank, off->val + entry, entries * sizeof *off->val};
    out[count++] = (struct link_piece){rank, system->a.diag + row, rows * sizeof *system->a.diag};
    out[count++] = (struct link_piece){rank, system->x0 + row, rows * sizeof *system->x0};
    if (system->b)
        out[count++] = (struct link_piece){rank, system->b + row, rows * sizeof *system->b};
    return count;
}

static void send_all(const struct rank_system *whole, const struct deal *deal,
                     const struct rank_rows *own)
{
    struct link_piece sent[MOST_PARTS * PIECES], received[PIECES];
    const int size = ranks_self()->size, rank = ranks_self()->rank;
    int nsent = 0;
    for (int k = 0; whole && k < size; k++)
        nsent += pieces_of(whole, deal->start[k], deal->start[k + 1] - deal->start[k],
                           deal->entry[k], deal->entry[k + 1] - deal->entry[k], k, sent + nsent);
    const int nreceived = pieces_of(&own->own, 0, own->own.a.off.n, 0,
                                    deal->entry[rank + 1] - deal->entry[rank], 0, received);
    ranks_link_here()->exchange(nsent, sent, nreceived, received);
}

enum status ranks_deal(const struct rank_system *whole, struct rank_rows *out)
{
    struct deal deal = {0};
    const int rank = ranks_self()->rank;
    *out = (struct rank_rows){0};
    if (whole) plan(whole, &deal);
    ranks_link_here()->broadcast(&deal, sizeof deal, 0);
    enum status status = ranks_agree(make_room(&deal, rank, out));
    if (status != OK) {
        rank_rows_free(out);
        return status;
    }
    if (deal.made.a.closed.form) return OK;
    send_all(whole, &deal, out);
    struct csr *off = &out->own.a.off;
    for (size_t i = 0; i <= off->n; i++) off->row[i] -= deal.entry[rank];
    return OK;
}

void rank_rows_free(struct rank_rows *rows)
{
    matrix_free(&rows->own.a);
    free(rows->own.b);
    free(rows->own.x0);
    *rows = (struct rank_rows){0};
}
