#include "solvers/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/division.h"
#include "solvers/halo.h"
#include "solvers/solve.h"

/* Cuts rows first .. end - 1 out of a matrix: row starts from 0; columns and values are those of
 * the whole matrix, not copied. */
static enum status matrix_cut(const struct matrix *a, uint64_t first, uint64_t end,
                              struct matrix *out)
{
    const struct csr *off = &a->off;
    if (!matrix_is_stored(a)) {
        *out = (struct matrix){.first = first, .closed = a->closed};
        out->closed.n = end - first;
        return OK;
    }
    uint64_t begin = off->row[first];
    *out = (struct matrix){.off = {.rows = (uint32_t)(end - first),
                                   .nnz = off->row[end] - begin,
                                   .col = off->col + begin,
                                   .val = off->val + begin},
                           .diag = a->diag + first,
                           .first = first,
                           .closed = a->closed};
    out->closed.n = out->off.rows;
    out->closed.nnz = out->off.nnz;
    MUST(allocate((size_t)out->off.rows + 1, sizeof *out->off.row, "the rows of a part",
                  &out->off.row));
    for (size_t i = 0; i <= out->off.rows; i++) out->off.row[i] = off->row[first + i] - begin;
    return OK;
}

/* Builds rows first .. end - 1, without a halo. */
static enum status build_rows(const struct matrix *a, uint64_t first, uint64_t end,
                              const struct stored *whole, struct stored *out)
{
    enum status status = OK;
    struct matrix rows;
    TRY(matrix_cut(a, first, end, &rows));
    *out = (struct stored){.layout = whole->layout,
                           .precision = whole->precision,
                           .options = whole->options,
                           .for_gpu = whole->for_gpu,
                           .n = matrix_rows(&rows),
                           .columns = matrix_unknowns(a),
                           .nnz = rows.off.nnz,
                           .first_row = rows.first};
    TRY(whole->layout->build(&rows, out));
out:
    free(rows.off.row);
    return status;
}

/* Returns the first row of part k. Parts have the same bytes; rows that are made when they are read
 * all count the same. */
static uint64_t start_of(const struct matrix *a, const struct stored *whole, int k)
{
    return whole->layout->makes_rows ? part_start(whole->n, whole->nparts, k)
                                     : division_start(a->off.row, a->off.rows, whole->nparts, k);
}

/* Sets the window of a part: the rows that it owns, reads, or may stray to. All rows if x goes
 * through the host, which knows no halo. */
static void find_window(const struct stored *whole, uint64_t count, struct stored *part)
{
    const uint64_t *halo = part->halo.data, stray = part->stray + WINDOW_ROWS;
    uint64_t low = part->first_row, high = low + part->n;
    if (count && halo[0] < low) low = halo[0];
    if (count && halo[count - 1] >= high) high = halo[count - 1] + 1;
    low -= low < stray ? low : stray;
    if (whole->options.exchange != EXCHANGE_PEER) low = 0, high = whole->n;
    part->low = low - low % WINDOW_ROWS;
    part->high = whole->n - high < stray ? whole->n : high + stray;
}

static enum status build_part(const struct matrix *a, const struct stored *whole, int k,
                              struct stored *out)
{
    const uint64_t first = start_of(a, whole, k), end = start_of(a, whole, k + 1);
    uint64_t *halo, count;
    MUST(build_rows(a, first, end, whole, out));
    MUST(halo_build(a, first, end, &halo, &count));
    out->halo = (struct array){.data = halo, .bytes = count * sizeof *halo};
    find_window(whole, count, out);
    return OK;
}

/* Edges, for loop=graph: rows that other parts read are summed first, so that their entries are
 * sent while the other rows are summed. These rows are summed twice, to the same bits. */

/* Returns the longest stretch of a part's rows that no other part reads. */
static struct stretch {
    uint64_t first, end;
} unread_rows(const struct stored *whole, int k)
{
    const struct stored *part = &whole->part[k];
    const uint64_t begin = part->first_row, end = begin + part->n;
    struct stretch inner = {begin, end};
    for (int other = 0; other < whole->nparts; other++) {
        const struct array *halo = &whole->part[other].halo;
        const uint64_t *row = halo->data, *last = row + halo->bytes / sizeof *row;
        struct stretch longest = {begin, begin};
        uint64_t from = begin;
        for (; row < last && *row < end; row++) {
            if (*row < begin) continue;
            if (*row - from > longest.end - longest.first) longest = (struct stretch){from, *row};
            from = *row + 1;
        }
        if (end - from > longest.end - longest.first) longest = (struct stretch){from, end};
        if (longest.first > inner.first) inner.first = longest.first;
        if (longest.end < inner.end) inner.end = longest.end;
    }
    return inner;
}

static enum status build_edges(const struct matrix *a, struct stored *whole, int k)
{
    struct stored *part = &whole->part[k];
    const struct stretch inner = unread_rows(whole, k);
    const uint64_t begin = part->first_row, end = begin + part->n;
    MUST(allocate_zeroed(2, sizeof *part->part, "edges of a part", &part->part));
    part->nparts = 2;
    MUST(build_rows(a, begin, inner.first, whole, &part->part[0]));
    MUST(build_rows(a, inner.end, end, whole, &part->part[1]));
    for (int e = 0; e < 2; e++) {
        whole->edged &= part->part[e].layout == whole->layout;
        part->part[e].low = part->low;
        part->part[e].high = part->high;
    }
    return OK;
}

/* Returns whether edges pay: they must be short, and sums must not depend on the start of a part.
 */
static bool edges_pay(const struct stored *whole)
{
    if (whole->options.loop != LOOP_GRAPH || !whole->layout->sums) return false;
    for (int k = 0; k < whole->nparts; k++) {
        const struct stretch inner = unread_rows(whole, k);
        if (inner.end <= inner.first || inner.end - inner.first < whole->part[k].n / 2)
            return false;
    }
    return true;
}

static void free_edges(struct stored *whole)
{
    for (int k = 0; k < whole->nparts; k++) parts_free(&whole->part[k]);
    whole->edged = false;
}

static enum status find_edges(const struct matrix *a, struct stored *whole)
{
    whole->edged = edges_pay(whole);
    for (int k = 0; k < whole->nparts && whole->edged; k++) MUST(build_edges(a, whole, k));
    if (!whole->edged) free_edges(whole);
    return OK;
}

/* Stores all parts in the other layout if one part does not fit the layout asked for. */
static enum status build_instead(const struct place *place, const struct matrix *a,
                                 const struct stored *part, struct stored *out)
{
    out->layout = part->layout;
    out->options = part->options;
    memcpy(out->note, part->note, sizeof out->note);
    parts_free(out);
    return parts_build(place, a, out);
}

enum status parts_build(const struct place *place, const struct matrix *a, struct stored *out)
{
    if (!out->layout->divisible)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s cannot be divided into parts, as place %s needs it",
                    out->layout->name, place->name);
    MUST(allocate_zeroed((size_t)place->cards, sizeof *out->part, "parts of a matrix", &out->part));
    out->nparts = place->cards;
    for (int k = 0; k < out->nparts; k++) {
        MUST(build_part(a, out, k, &out->part[k]));
        if (out->part[k].layout != out->layout) return build_instead(place, a, &out->part[k], out);
    }
    return find_edges(a, out);
}

static enum status upload_halo(const struct place *place, struct stored *part)
{
    void *there = NULL;
    enum status status = OK;
    if (place->on_host) return OK;
    TRY(place->allocate(part->halo.bytes, &there));
    TRY(place->put(there, part->halo.data, part->halo.bytes));
    TRY(place->synchronise());
    free(part->halo.data);
    part->halo.data = there;
    there = NULL;
out:
    if (there) place->release(there);
    return status;
}

enum status parts_upload(const struct place *place, struct stored *stored)
{
    enum status status = OK;
    if (stored->nparts != place->cards)
        return fail(ERROR_UNSUPPORTED, "place %s needs a matrix in %d parts, and this one has %d",
                    place->name, place->cards, stored->nparts);
    for (int k = 0; k < stored->nparts; k++) {
        struct stored *part = &stored->part[k];
        TRY(place->select(k));
        TRY(upload_halo(place->member, part));
        TRY(stored_upload(place->member, part));
        for (int e = 0; e < part->nparts; e++) TRY(stored_upload(place->member, &part->part[e]));
    }
out:;
    enum status back = place->select(0);
    return status == OK ? back : status;
}

void parts_free(struct stored *stored)
{
    for (int k = 0; k < stored->nparts; k++) stored_free(&stored->part[k]);
    free(stored->part);
    stored->part = NULL;
    stored->nparts = 0;
}
