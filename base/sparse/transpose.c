#include "base/sparse/transpose.h"

#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

/* ROWS: rows of a block, of which the lowest and the highest column are known. SLABS: parts after
 * which memory is freed. */
enum { ROWS = 1024, SLABS = 16 };

struct span {
    uint32_t low, end; /* columns low .. end - 1 */
};

struct transposer {
    const struct transposition *how;
    struct csr *from, *out;
    struct span *span; /* for each block */
    uint32_t blocks;
};

static uint32_t end_of_block(const struct transposer *t, uint32_t block)
{
    const uint32_t rows = t->from->rows;
    return rows - block * ROWS < ROWS ? rows : (block + 1) * ROWS;
}

/* Rows need not be sorted. */
static struct span span_of_block(const struct transposer *t, uint32_t block)
{
    const struct csr *a = t->from;
    struct span all = {UINT32_MAX, 0};
    for (uint64_t k = a->row[block * ROWS]; k < a->row[end_of_block(t, block)]; k++) {
        all.low = a->col[k] < all.low ? a->col[k] : all.low;
        all.end = a->col[k] >= all.end ? a->col[k] + 1 : all.end;
    }
    return all;
}

static enum status find_spans(struct transposer *t)
{
    t->blocks = (t->from->rows + (uint64_t)ROWS - 1) / ROWS;
    MUST(allocate(t->blocks, sizeof *t->span, "a transpose", &t->span));
#pragma omp parallel for if (team_once(t->from->nnz))
    for (uint32_t k = 0; k < t->blocks; k++) t->span[k] = span_of_block(t, k);
    return OK;
}

/* The rank of a row that is not left out; NO_RANK otherwise. */
static inline uint32_t rank_of(const struct transposer *t, uint32_t i)
{
    return t->how->rank ? t->how->rank[i] : i;
}

/* Counts the entries of some columns in the rows of a block, or moves them, the last one first. */
static inline void visit_block(const struct transposer *t, uint32_t block, struct span columns,
                               bool moves)
{
    const struct csr *a = t->from, *out = t->out;
    for (uint32_t i = end_of_block(t, block); i-- > block * ROWS;) {
        const uint32_t own = rank_of(t, i);
        for (uint64_t k = a->row[i + 1]; own != NO_RANK && k-- > a->row[i];) {
            const uint32_t j = a->col[k];
            if (j - columns.low >= columns.end - columns.low || (t->how->beside && j == i))
                continue;
            const uint32_t to = rank_of(t, j);
            if (to == NO_RANK) continue;
            if (!moves) {
                out->row[to]++;
                continue;
            }
            const uint64_t at = --out->row[to];
            out->col[at] = own;
            if (out->val) out->val[at] = t->how->negative ? -a->val[k] : a->val[k];
        }
    }
}

/* Visits all entries of these blocks. Each thread takes some of the columns. */
static void visit_blocks(const struct transposer *t, uint32_t first, uint32_t end, bool moves)
{
    struct span all = {UINT32_MAX, 0};
    for (uint32_t b = first; b < end; b++) {
        all.low = t->span[b].low < all.low ? t->span[b].low : all.low;
        all.end = t->span[b].end > all.end ? t->span[b].end : all.end;
    }
    if (all.low >= all.end) return;
    const uint64_t width = all.end - all.low;
#pragma omp parallel if (team_once(t->from->row[end_of_block(t, end - 1)] - \
                                   t->from->row[first * ROWS]))
    {
        const uint64_t threads = (uint64_t)omp_get_num_threads(),
                       k = (uint64_t)omp_get_thread_num();
        const struct span mine = {all.low + (uint32_t)(width * k / threads),
                                  all.low + (uint32_t)(width * (k + 1) / threads)};
        for (uint32_t b = end; b-- > first;) {
            if (t->span[b].low >= mine.end || t->span[b].end <= mine.low) continue;
            if (moves) visit_block(t, b, mine, true);
            else visit_block(t, b, mine, false);
        }
    }
}

/* Frees the entries of a from the k-th on, in large pieces. */
static enum status shorten(struct csr *a, uint64_t k)
{
    enum { PIECE = 1 << 18 };
    if (a->nnz - k < PIECE) return OK;
    a->nnz = k;
    MUST(reallocate(&a->col, k, sizeof *a->col, "transitions"));
    return a->val ? reallocate(&a->val, k, sizeof *a->val, "transitions") : OK;
}

static enum status move_entries(struct transposer *t, bool frees)
{
    for (uint64_t s = SLABS; s-- > 0;) {
        const uint32_t first = (uint32_t)(t->blocks * s / SLABS),
                       end = (uint32_t)(t->blocks * (s + 1) / SLABS);
        if (first == end) continue;
        visit_blocks(t, first, end, true);
        if (frees) MUST(shorten(t->from, t->from->row[first * ROWS]));
    }
    return OK;
}

static enum status make_room(const struct transposition *how, const struct csr *from,
                             struct csr *out)
{
    out->nnz = out->row[how->rows];
    MUST(allocate_large(out->nnz, sizeof *out->col, "column indices", &out->col));
    return from->val ? allocate_large(out->nnz, sizeof *out->val, "matrix values", &out->val) : OK;
}

/* Row starts are first counts, then the ends of the rows; each entry then moves one of them towards
 * the start. */
enum status transpose(const struct transposition *how, struct csr *from, bool frees,
                      struct csr *out)
{
    enum status status = OK;
    struct transposer t = {.how = how, .from = from, .out = out};
    *out = (struct csr){.rows = how->rows};
    TRY(allocate_large((size_t)how->rows + 1, sizeof *out->row, "row starts", &out->row));
#pragma omp parallel for if (team_once(how->rows))
    for (uint64_t i = 0; i <= how->rows; i++) out->row[i] = 0;
    TRY(find_spans(&t));
    if (t.blocks) visit_blocks(&t, 0, t.blocks, false);
    counts_to_ends(out->row, (uint64_t)how->rows + 1);
    TRY(make_room(how, from, out));
    TRY(move_entries(&t, frees));
out:
    free(t.span);
    if (status != OK) csr_free(out);
    return status;
}
