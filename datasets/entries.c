#include "datasets/entries.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"

struct cell {
    uint32_t col;
    double val;
    uint64_t order; /* position in the file, to make the sort stable */
};

/* How many of the announced items there can be at most; where the size of the file is not known, a first guess. */
static uint64_t believable(const struct lines *lines, unsigned shortest)
{
    uint64_t most = lines->size == UINT64_MAX ? 1 << 16 : (lines->size + 1) / shortest;
    return lines->announced < most ? lines->announced : most;
}

enum status entries_create(const struct lines *lines, uint32_t n, unsigned shortest, unsigned each, struct entries *out)
{
    enum status status = OK;
    uint64_t items = believable(lines, shortest), capacity = each * items;
    *out = (struct entries){.capacity = capacity};
    if (n > ENTRIES_SPARE && (n - ENTRIES_SPARE) / 2 > items)
        return lines_fail(lines, "n = %" PRIu32 " is too large for at most %" PRIu64 " %s", n, items, lines->items);
    TRY(lines_check_memory(lines, 8.0 * n + 12.0 * (double)capacity));
    if (csr_allocate(n, capacity, &out->csr) != OK)
        status = fail(ERROR_HOST_MEMORY, "%s:%" PRIu64 ": %s", lines->path, lines->number, fail_message());
out:
    return status;
}

enum status entries_create_open(const struct lines *lines, unsigned shortest, struct entries *out)
{
    enum status status = OK;
    *out = (struct entries){.open = true, .lines = lines, .believed = UINT64_MAX};
    if (lines->size != UINT64_MAX) out->believed = (lines->size + 1) / shortest;
    TRY(allocate_zeroed(1, sizeof *out->csr.row, "row starts", &out->csr.row));
out:
    return status;
}

void entries_widen(struct entries *entries, uint32_t n)
{
    if (n > entries->csr.n) entries->csr.n = n;
}

/* Each entry makes two indices known at most; a file that leaves many out is not believed. */
static enum status believe(const struct entries *entries, uint64_t items)
{
    uint32_t n = entries->csr.n;
    if (n <= ENTRIES_SPARE || (n - ENTRIES_SPARE) / 2 <= items) return OK;
    return lines_fail(entries->lines, "state %" PRIu32 " is too large for at most %" PRIu64 " transitions", n - 1,
                      items);
}

/* Room for the starts of all rows of an open matrix up to the one after `row`. */
static enum status grow_rows(struct entries *entries, uint64_t row)
{
    enum status status = OK;
    if (row < entries->rows) return OK;
    uint64_t rows = 2 * row + 64;
    TRY(believe(entries, entries->believed));
    TRY(reallocate(&entries->csr.row, rows + 1, sizeof *entries->csr.row, "row starts"));
    entries->rows = rows;
out:
    return status;
}

void entries_free(struct entries *entries)
{
    csr_free(&entries->csr);
    free(entries->triplet);
    free(entries->scratch);
    *entries = (struct entries){0};
}

static int by_column(const void *left, const void *right)
{
    const struct cell *a = left, *b = right;
    if (a->col != b->col) return a->col < b->col ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Sorts the entries from `begin` on, and adds up those in the same column. */
static enum status sort_row(struct entries *entries, uint64_t begin)
{
    enum status status = OK;
    struct csr *a = &entries->csr;
    uint64_t length = entries->count - begin;
    if (length > entries->scratch_count) {
        TRY(reallocate(&entries->scratch, 2 * length, sizeof *entries->scratch, "sorting a row"));
        entries->scratch_count = 2 * length;
    }
    struct cell *cell = entries->scratch;
    for (uint64_t k = 0; k < length; k++) cell[k] = (struct cell){a->col[begin + k], a->val[begin + k], k};
    qsort(cell, length, sizeof *cell, by_column);
    entries->count = begin;
    for (uint64_t k = 0; k < length; k++) {
        if (entries->count > begin && a->col[entries->count - 1] == cell[k].col) {
            a->val[entries->count - 1] += cell[k].val;
        } else {
            a->col[entries->count] = cell[k].col;
            a->val[entries->count++] = cell[k].val;
        }
    }
out:
    return status;
}

/* Ends the current row and starts row `next`; those in between are empty. */
static enum status advance(struct entries *entries, uint32_t next)
{
    enum status status = OK;
    struct csr *a = &entries->csr;
    if (entries->descends) TRY(sort_row(entries, a->row[entries->row]));
    entries->descends = false;
    while (entries->row < next) a->row[++entries->row] = entries->count;
out:
    return status;
}

static enum status switch_to_triplets(struct entries *entries)
{
    struct csr *a = &entries->csr;
    enum status status = allocate(entries->capacity, sizeof *entries->triplet, "unsorted entries", &entries->triplet);
    if (status != OK) return status;
    uint32_t i = 0;
    for (uint64_t k = 0; k < entries->count; k++) {
        while (i < entries->row && a->row[i + 1] <= k) i++;
        entries->triplet[k] = (struct triplet){i, a->col[k], a->val[k]};
    }
    uint32_t n = a->n;
    csr_free(a);
    a->n = n;
    return OK;
}

/* Makes room for more than was believable: a pipe, or a file that grew. */
static enum status grow(struct entries *entries)
{
    enum status status = OK;
    uint64_t capacity = 2 * entries->capacity + 16;
    if (entries->triplet) {
        TRY(reallocate(&entries->triplet, capacity, sizeof *entries->triplet, "unsorted entries"));
    } else {
        TRY(reallocate(&entries->csr.col, capacity, sizeof *entries->csr.col, "column indices"));
        TRY(reallocate(&entries->csr.val, capacity, sizeof *entries->csr.val, "matrix values"));
    }
    entries->capacity = capacity;
out:
    return status;
}

enum status entries_add(struct entries *entries, uint32_t i, uint32_t j, double x)
{
    enum status status = OK;
    struct csr *a = &entries->csr;
    if (entries->open) {
        entries_widen(entries, (i > j ? i : j) + 1);
        if (!entries->triplet) TRY(grow_rows(entries, i));
    }
    if (i < entries->row && !entries->triplet) TRY(switch_to_triplets(entries));
    if (entries->count == entries->capacity) TRY(grow(entries));
    if (entries->triplet) {
        entries->triplet[entries->count++] = (struct triplet){i, j, x};
        return OK;
    }
    if (i > entries->row) TRY(advance(entries, i));
    if (entries->count > a->row[i] && j <= a->col[entries->count - 1]) entries->descends = true;
    a->col[entries->count] = j;
    a->val[entries->count++] = x;
out:
    return status;
}

enum status entries_finish(struct entries *entries, struct csr *out)
{
    enum status status = OK;
    struct csr *a = &entries->csr;
    *out = (struct csr){0};
    if (entries->open) {
        TRY(believe(entries, entries->count));
        if (!entries->triplet) TRY(grow_rows(entries, a->n));
    }
    if (entries->triplet) {
        TRY(csr_from_triplets(a->n, entries->count, entries->triplet, out));
    } else {
        TRY(advance(entries, a->n));
        TRY(reallocate(&a->col, entries->count, sizeof *a->col, "column indices"));
        TRY(reallocate(&a->val, entries->count, sizeof *a->val, "matrix values"));
        if (entries->open) TRY(reallocate(&a->row, (size_t)a->n + 1, sizeof *a->row, "row starts"));
        a->nnz = entries->count;
        *out = *a;
        *a = (struct csr){0};
    }
out:
    entries_free(entries);
    return status;
}
