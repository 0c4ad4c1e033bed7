/* Reads a matrix one range of rows at a time from a file whose entries come in any order. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "datasets/formats/matrix_market/matrix_market.h"
#include "datasets/formats/matrix_market/matrix_market_file.h"
#include "datasets/text/entries.h"

enum { PIECE = 1 << 22 }; /* entries */

/* Reads rows first .. first + n - 1, with their diagonal, exactly as the reader of the whole matrix
 * would. */
static enum status read_range(const char *path, bool in_order, uint64_t first, uint32_t n,
                              uint64_t entries, struct csr *out)
{
    enum status status = OK;
    struct market market;
    struct entries found = {0};
    struct triplet entry;
    *out = (struct csr){0};
    MUST(market_open(path, true, &market));
    TRY(market_sizes(&market));
    if (first > market.n || n > market.n - first)
        TRY(fail(ERROR_INPUT, "%s: it has fewer rows than before", path));
    TRY(entries_create_rows(&market.lines, n, entries, &found));
    if (in_order) TRY(market_seek(&market, (uint32_t)first));
    while (market_next(&market, &status, &entry)) {
        if (in_order && entry.row >= first + n) break;
        if (entry.row >= first && entry.row < first + n)
            TRY(entries_add(&found, entry.row - (uint32_t)first, entry.col, entry.val));
    }
    TRY(status);
    TRY(entries_finish(&found, out));
    TRY(market_check_sums(path, (uint32_t)first, out));
out:
    entries_free(&found);
    market_close(&market);
    if (status != OK) csr_free(out);
    return status;
}

/* The outline */

struct counts {
    struct csr *off; /* off->row[i + 1]: the entries of row i */
    double *diag;
    uint32_t *next;   /* for each row: the column of its last entry, plus 1 */
    uint32_t row;     /* row of the last entry */
    bool in_order;    /* the rows of the entries never descend */
    bool are_in_rows; /* the columns of each row ascend strictly, so no two entries are added up */
};

static void market_count_entry(struct counts *counts, const struct triplet *entry)
{
    const uint32_t i = entry->row, j = entry->col;
    counts->in_order &= i >= counts->row;
    counts->row = i;
    counts->are_in_rows &= j >= counts->next[i];
    counts->next[i] = j + 1;
    if (i == j) counts->diag[i] += entry->val;
    else counts->off->row[i + 1]++;
}

static enum status count_all(struct market *market, struct counts *counts)
{
    enum status status;
    struct triplet entry;
    while (market_next(market, &status, &entry)) market_count_entry(counts, &entry);
    return status;
}

/* Returns the end of a piece that begins at row `first`; *entries: most entries that it has. */
static uint32_t market_piece_end(const struct csr *off, uint32_t first, uint64_t *entries)
{
    uint32_t end = first;
    *entries = 0;
    do *entries += off->row[++end] + 1;
    while (end < off->rows && *entries + off->row[end + 1] < PIECE);
    return end;
}

/* Counts the entries if some may be added up: sorts the rows, one piece after another. */
static enum status count_sums(const char *path, bool in_order, struct csr *off)
{
    uint64_t entries;
    for (uint32_t first = 0, end; first < off->rows; first = end) {
        struct csr rows;
        end = market_piece_end(off, first, &entries);
        MUST(read_range(path, in_order, first, end - first, entries, &rows));
        for (uint32_t i = 0; i < rows.rows; i++) {
            const bool diagonal = csr_find(&rows, i, first + i) != UINT64_MAX;
            off->row[first + i + 1] = rows.row[i + 1] - rows.row[i] - diagonal;
        }
        csr_free(&rows);
    }
    return OK;
}

static enum status market_make_room(const struct market *market, struct linear *out,
                                    struct counts *counts)
{
    const uint32_t n = market->n;
    MUST(entries_believe(&market->lines, n, market_shortest(market)));
    MUST(lines_check_memory(&market->lines, 20.0 * n));
    out->a.off.rows = n;
    MUST(allocate_zeroed(n + UINT64_C(1), sizeof *out->a.off.row, "row starts", &out->a.off.row));
    MUST(allocate_zeroed(n, sizeof *out->a.diag, "the diagonal", &out->a.diag));
    MUST(allocate_zeroed(n, sizeof *counts->next, "columns", &counts->next));
    counts->off = &out->a.off;
    counts->diag = out->a.diag;
    return OK;
}

enum status matrix_market_read_outline(const char *path, struct linear *out, bool *in_order)
{
    enum status status = OK;
    struct market market;
    struct counts counts = {.in_order = true, .are_in_rows = true};
    struct csr *off = &out->a.off;
    *out = (struct linear){0};
    MUST(market_open(path, true, &market));
    TRY(market_sizes(&market));
    TRY(market_make_room(&market, out, &counts));
    TRY(count_all(&market, &counts));
    *in_order = counts.in_order && market.shape == COORDINATE;
    if (!counts.are_in_rows) TRY(count_sums(path, *in_order, off));
    for (uint32_t i = 0; i < off->rows; i++) off->row[i + 1] += off->row[i];
    off->nnz = off->row[off->rows];
out:
    free(counts.next);
    market_close(&market);
    if (status != OK) linear_free(out);
    return status;
}

/* Rows */

/* Copies row i of `found` to its place in `to`. Returns false if the outline gave it another
 * length. */
static bool place_row(const struct csr *found, uint32_t i, struct matrix *to)
{
    uint64_t at = to->off.row[i];
    to->diag[i] = 0;
    for (uint64_t k = found->row[i]; k < found->row[i + 1]; k++) {
        if (found->col[k] == row_owner(to, i)) {
            to->diag[i] = found->val[k];
        } else {
            if (at == to->off.row[i + 1]) return false;
            to->off.col[at] = found->col[k];
            to->off.val[at++] = found->val[k];
        }
    }
    return at == to->off.row[i + 1];
}

enum status matrix_market_read_rows(const char *path, bool in_order, struct linear *rows)
{
    enum status status = OK;
    struct csr found, *off = &rows->a.off;
    MUST(read_range(path, in_order, rows->a.first, off->rows, off->nnz + off->rows, &found));
    for (uint32_t i = 0; i < off->rows; i++)
        if (!place_row(&found, i, &rows->a))
            TRY(fail(ERROR_INPUT, "%s: row %" PRIu64 " has other entries than before", path,
                     row_owner(&rows->a, i) + 1));
out:
    csr_free(&found);
    return status;
}
