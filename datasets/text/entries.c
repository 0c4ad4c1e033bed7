#include "datasets/text/entries.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/text/permute.h"

/* Largest number of transition lines that the file can have. */
static uint64_t most_items(const struct lines *lines, unsigned shortest)
{
    return (lines->size + 1) / shortest;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Largest number of items that the file can have, of those that it announces. */
static uint64_t believable(const struct lines *lines, unsigned shortest)
{
    return smaller(lines->announced, most_items(lines, shortest));
}

enum status entries_believe(const struct lines *lines, uint32_t n, unsigned shortest)
{
    const uint64_t items = believable(lines, shortest);
    if (n > ENTRIES_SPARE && (n - ENTRIES_SPARE) / 2 > items)
        return lines_fail(lines, "n = %" PRIu32 " is too large for at most %" PRIu64 " %s", n,
                          items, lines->items);
    return OK;
}

enum status entries_create_rows(const struct lines *lines, uint32_t n, uint64_t capacity,
                                struct entries *out)
{
    *out = (struct entries){.lines = lines, .capacity = capacity};
    MUST(lines_check_memory(lines, 8.0 * n + 12.0 * (double)capacity));
    if (csr_allocate(n, capacity, &out->csr) == OK) return OK;
    return fail(ERROR_HOST_MEMORY, "%s:%" PRIu64 ": %s", lines->path, lines->number,
                fail_message());
}

enum status entries_create(const struct lines *lines, uint32_t n, unsigned shortest, unsigned each,
                           struct entries *out)
{
    *out = (struct entries){0};
    MUST(entries_believe(lines, n, shortest));
    return entries_create_rows(lines, n, each * believable(lines, shortest), out);
}

enum status entries_create_open(const struct lines *lines, unsigned shortest, struct entries *out)
{
    *out = (struct entries){.open = true, .lines = lines, .believed = most_items(lines, shortest)};
    return allocate_zeroed(1, sizeof *out->csr.row, "row starts", &out->csr.row);
}

/* Each entry defines at most two indices. Refuses a file that leaves many indices out. */
static enum status believe(const struct entries *entries, uint64_t items)
{
    uint32_t n = entries->csr.rows;
    if (n > ENTRIES_SPARE && (n - ENTRIES_SPARE) / 2 > items)
        return lines_fail(entries->lines,
                          "n = %" PRIu32 " is too large for at most %" PRIu64 " transitions", n,
                          items);
    return OK;
}

enum status entries_widen(struct entries *entries, uint32_t n)
{
    if (n <= entries->csr.rows) return OK;
    entries->csr.rows = n;
    return believe(entries, entries->believed);
}

/* Makes room for the starts of all rows of an open matrix up to the one after `row`. */
static enum status grow_rows(struct entries *entries, uint64_t row)
{
    if (row < entries->rows) return OK;
    uint64_t rows = 2 * row + 64;
    MUST(lines_check_memory(entries->lines, 8.0 * (double)row));
    MUST(reallocate(&entries->csr.row, rows + 1, sizeof *entries->csr.row, "row starts"));
    entries->rows = rows;
    return OK;
}

void entries_free(struct entries *entries)
{
    csr_free(&entries->csr);
    free(entries->position);
    row_sort_free(&entries->spare);
    *entries = (struct entries){0};
}

/* Sorts the entries from `begin` on, and adds up those in the same column. */
static enum status sort_row(struct entries *entries, uint64_t begin)
{
    struct csr *a = &entries->csr;
    uint64_t end = entries->count;
    MUST(row_sort(&entries->spare, end - begin, a->col + begin, a->val + begin));
    entries->count = begin;
    for (uint64_t k = begin, merged = 0; k < end; k++) {
        if (entries->count > begin && a->col[entries->count - 1] == a->col[k]) {
            a->val[entries->count - 1] += a->val[k];
            if (++merged > entries->merged) entries->merged = merged;
        } else {
            merged = 0;
            a->col[entries->count] = a->col[k];
            a->val[entries->count++] = a->val[k];
        }
    }
    return OK;
}

/* Adds an entry to the current row, which starts at `begin`. */
static void entries_append(struct entries *entries, uint64_t begin, uint32_t j, double x)
{
    struct csr *a = &entries->csr;
    if (entries->count > begin && j <= a->col[entries->count - 1]) entries->descends = true;
    a->col[entries->count] = j;
    a->val[entries->count++] = x;
}

/* Ends the current row and starts row `next`; those in between are empty. */
static enum status entries_advance(struct entries *entries, uint32_t next)
{
    struct csr *a = &entries->csr;
    if (entries->descends) MUST(sort_row(entries, a->row[entries->row]));
    entries->descends = false;
    while (entries->row < next) a->row[++entries->row] = entries->count;
    return OK;
}

/* Switches to storing entries out of order. */
static enum status fall_back(struct entries *entries)
{
    const struct csr *a = &entries->csr;
    double expected = (double)(entries->open ? entries->count : entries->capacity);
    MUST(lines_check_memory(entries->lines, 8.0 * a->rows + 20.0 * expected));
    MUST(allocate(entries->capacity, sizeof *entries->position, "unsorted entries",
                  &entries->position));
    uint32_t i = 0;
    for (uint64_t k = 0; k < entries->count; k++) {
        while (i < entries->row && a->row[i + 1] <= k) i++;
        entries->position[k] = i;
    }
    return OK;
}

/* Makes room for more entries than expected: the file has grown. */
static enum status entries_grow(struct entries *entries)
{
    uint64_t capacity = 2 * entries->capacity + 16;
    MUST(reallocate(&entries->csr.col, capacity, sizeof *entries->csr.col, "column indices"));
    MUST(reallocate(&entries->csr.val, capacity, sizeof *entries->csr.val, "matrix values"));
    if (entries->position)
        MUST(reallocate(&entries->position, capacity, sizeof *entries->position,
                        "unsorted entries"));
    entries->capacity = capacity;
    return OK;
}

enum status entries_add(struct entries *entries, uint32_t i, uint32_t j, double x)
{
    struct csr *a = &entries->csr;
    if (entries->open) MUST(entries_widen(entries, (i > j ? i : j) + 1));
    if (entries->open && !entries->position) MUST(grow_rows(entries, i));
    if (entries->count == entries->capacity) MUST(entries_grow(entries));
    if (i < entries->row && !entries->position) MUST(fall_back(entries));
    if (entries->position) {
        entries->position[entries->count] = i;
        entries_append(entries, entries->count, j, x);
        return OK;
    }
    if (i > entries->row) MUST(entries_advance(entries, i));
    entries_append(entries, a->row[i], j, x);
    return OK;
}

/* Turns the row of each entry into its position among all, rows ascending, and row starts into row
 * ends. */
static void find_places(struct entries *entries)
{
    uint64_t *row = entries->csr.row, *position = entries->position;
    uint32_t n = entries->csr.rows;
    memset(row, 0, ((size_t)n + 1) * sizeof *row);
    for (uint64_t k = 0; k < entries->count; k++) row[position[k] + 1]++;
    for (uint32_t i = 0; i < n; i++) row[i + 1] += row[i];
    for (uint64_t k = 0; k < entries->count; k++) position[k] = row[position[k]]++;
}

/* Moves entries that came out of order into rows as if they had come in order. */
static enum status entries_sort_rows(struct entries *entries)
{
    struct csr *a = &entries->csr;
    find_places(entries);
    MUST(permute(entries->count, entries->position, a->col, a->val));
    free(entries->position);
    entries->position = NULL;
    entries->count = 0;
    uint64_t k = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        uint64_t end = a->row[i], begin = a->row[i] = entries->count;
        entries->descends = false;
        for (; k < end; k++) entries_append(entries, begin, a->col[k], a->val[k]);
        if (entries->descends) MUST(sort_row(entries, begin));
    }
    a->row[a->rows] = entries->count;
    return OK;
}

enum status entries_finish(struct entries *entries, struct csr *out)
{
    enum status status = OK;
    struct csr *a = &entries->csr;
    *out = (struct csr){0};
    if (entries->open) {
        TRY(believe(entries, entries->count));
        TRY(grow_rows(entries, a->rows));
    }
    TRY(entries->position ? entries_sort_rows(entries) : entries_advance(entries, a->rows));
    TRY(reallocate(&a->col, entries->count, sizeof *a->col, "column indices"));
    TRY(reallocate(&a->val, entries->count, sizeof *a->val, "matrix values"));
    if (entries->open) TRY(reallocate(&a->row, (size_t)a->rows + 1, sizeof *a->row, "row starts"));
    a->nnz = entries->count;
    *out = *a;
    *a = (struct csr){0};
out:;
    const uint64_t merged = entries->merged;
    entries_free(entries);
    entries->merged = merged;
    return status;
}
