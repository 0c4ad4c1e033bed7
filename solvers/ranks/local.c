#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/ranks/ranks.h"

/* The numbers of columns */

/* number[j] = 1 for the columns of other ranks in which the rows have entries. */
static void rank_mark_columns(const struct csr *off, uint64_t first, uint64_t end, uint32_t *number)
{
#pragma omp parallel for if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++) {
        const uint32_t j = off->col[k];
        if (j >= first && j < end) continue;
#pragma omp atomic write
        number[j] = 1;
    }
}

static enum status list_halo(uint32_t n, const uint32_t *number, struct rank_local *out)
{
    for (uint32_t j = 0; j < n; j++) out->halo_count += number[j];
    if (out->halo_count > UINT32_MAX - out->count)
        return fail(ERROR_UNSUPPORTED, "%llu entries of a vector are too many",
                    (unsigned long long)out->halo_count + out->count);
    MUST(allocate(out->halo_count, sizeof *out->halo, "a halo", &out->halo));
    for (uint32_t j = 0, k = 0; j < n; j++)
        if (number[j]) out->halo[k++] = j;
    return OK;
}

static void rank_renumber(struct csr *off, const uint32_t *number)
{
#pragma omp parallel for if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++) off->col[k] = number[off->col[k]];
}

static enum status rank_number_columns(struct rank_rows *rows, struct rank_local *out)
{
    enum status status = OK;
    struct matrix *a = &rows->own.a;
    uint32_t *number = NULL;
    out->count = (uint32_t)matrix_unknowns(a);
    TRY(allocate_zeroed(rows->unknowns, sizeof *number, "the columns of a part", &number));
    rank_mark_columns(&a->off, a->first, a->first + out->count, number);
    TRY(list_halo(rows->unknowns, number, out));
    for (uint32_t k = 0; k < out->halo_count; k++) number[out->halo[k]] = out->count + k;
    for (uint32_t i = 0; i < out->count; i++) number[a->first + i] = i;
    rank_renumber(&a->off, number);
    a->first = 0;
out:
    free(number);
    return status;
}

/* Sorts by insertion, because rows are short and nearly in order. */
void rank_rows_sort(struct rank_rows *rows)
{
    struct csr *off = &rows->own.a.off;
#pragma omp parallel for if (team_once(off->nnz))
    for (uint32_t i = 0; i < off->rows; i++)
        for (uint64_t k = off->row[i] + 1; k < off->row[i + 1]; k++) {
            const uint32_t col = off->col[k];
            const double val = off->val[k];
            uint64_t at = k;
            for (; at > off->row[i] && off->col[at - 1] > col; at--) {
                off->col[at] = off->col[at - 1];
                off->val[at] = off->val[at - 1];
            }
            off->col[at] = col;
            off->val[at] = val;
        }
}

/* Who gives what */

/* needs[r] = number of entries of the halo that rank r has. */
static void count_needs(const struct rank_rows *rows, const struct rank_local *local,
                        uint32_t needs[MOST_PARTS])
{
    int owner = 0;
    memset(needs, 0, MOST_PARTS * sizeof *needs);
    for (uint32_t k = 0; k < local->halo_count; k++) {
        while (local->halo[k] >= rows->start[owner + 1]) owner++;
        needs[owner]++;
    }
}

static enum status make_neighbours(const uint32_t (*needs)[MOST_PARTS], struct rank_local *out)
{
    const struct link_self *self = ranks_self();
    uint32_t at = 0;
    for (int r = 0; r < self->size; r++) {
        const uint32_t get = needs[self->rank][r], give = needs[r][self->rank];
        if (!get && !give) continue;
        struct neighbour *other = &out->neighbour[out->neighbours++];
        *other = (struct neighbour){.rank = r, .first = at, .count = get, .ngive = give};
        at += get;
        MUST(allocate(give, sizeof *other->give, "a halo", &other->give));
    }
    return OK;
}

/* Each rank tells the others which of their entries it reads. */
static void exchange_lists(const struct rank_rows *rows, const struct rank_local *local)
{
    struct link_piece sent[MOST_PARTS], received[MOST_PARTS];
    const uint32_t first = rows->start[ranks_self()->rank];
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        sent[k] = (struct link_piece){other->rank, local->halo + other->first,
                                      other->count * sizeof *local->halo};
        received[k] =
            (struct link_piece){other->rank, other->give, other->ngive * sizeof *other->give};
    }
    ranks_link_here()->exchange(local->neighbours, sent, local->neighbours, received);
    for (int k = 0; k < local->neighbours; k++)
        for (uint32_t i = 0; i < local->neighbour[k].ngive; i++)
            local->neighbour[k].give[i] -= first;
}

enum status ranks_number(struct rank_rows *rows, struct rank_local *out)
{
    enum status status = OK;
    uint32_t mine[MOST_PARTS], needs[MOST_PARTS][MOST_PARTS];
    *out = (struct rank_local){0};
    TRY(ranks_agree(rank_number_columns(rows, out)));
    count_needs(rows, out, mine);
    ranks_link_here()->gather(mine, sizeof mine, needs);
    TRY(ranks_agree(make_neighbours((const uint32_t(*)[MOST_PARTS])needs, out)));
    exchange_lists(rows, out);
out:
    if (status != OK) rank_local_free(out);
    return status;
}

void rank_local_free(struct rank_local *local)
{
    for (int k = 0; k < local->neighbours; k++) free(local->neighbour[k].give);
    free(local->halo);
    *local = (struct rank_local){0};
}
