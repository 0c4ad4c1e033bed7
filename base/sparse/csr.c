#include "base/sparse/csr.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum status matrix_check_stored(const struct matrix *a, const char *kind, const char *name,
                                const char *instead)
{
    if (matrix_is_stored(a)) return OK;
    return fail(ERROR_UNSUPPORTED,
                "%s%s needs the rows of the matrix, and with matrix=none none are stored: %s", kind,
                name, instead);
}

enum status csr_allocate(uint32_t n, uint64_t nnz, struct csr *out)
{
    enum status status = OK;
    *out = (struct csr){.rows = n, .nnz = nnz};
    TRY(allocate((size_t)n + 1, sizeof *out->row, "row starts", &out->row));
    TRY(allocate(nnz, sizeof *out->col, "column indices", &out->col));
    TRY(allocate(nnz, sizeof *out->val, "matrix values", &out->val));
    out->row[0] = 0;
    out->row[n] = nnz;
out:
    if (status != OK) csr_free(out);
    return status;
}

void csr_free(struct csr *a)
{
    free(a->row);
    free(a->col);
    free(a->val);
    *a = (struct csr){0};
}

enum status matrix_allocate(uint32_t rows, uint64_t nnz, struct matrix *out)
{
    MUST(csr_allocate(rows, nnz, &out->off));
    return allocate(rows, sizeof *out->diag, "the diagonal", &out->diag);
}

void matrix_free(struct matrix *a)
{
    csr_free(&a->off);
    free(a->diag);
    free(a->group);
    a->diag = NULL;
    a->group = NULL;
    a->ngroups = 0;
}

uint32_t group_of_row(const struct matrix *a, uint32_t row)
{
    uint32_t low = 0, high = a->ngroups;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (a->group[middle] <= row) low = middle;
        else high = middle;
    }
    return low;
}

/* Turns the number of entries of each row i, at row[i + 1], into the rows' starts. */
static void count_to_start(uint64_t *row, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) row[i + 1] += row[i];
}

/* Adds up neighbouring entries in the same column of sorted rows, and closes the gaps. */
static void merge_duplicates(struct csr *a)
{
    uint64_t kept = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        uint64_t k = a->row[i], end = a->row[i + 1];
        a->row[i] = kept;
        for (; k < end; k++) {
            if (kept > a->row[i] && a->col[kept - 1] == a->col[k]) {
                a->val[kept - 1] += a->val[k];
            } else {
                a->col[kept] = a->col[k];
                a->val[kept++] = a->val[k];
            }
        }
    }
    a->row[a->rows] = a->nnz = kept;
}

/* Sorts by two stable counting sorts, by column and then by row. This takes linear time and keeps
 * the order of equal positions, so the sum of duplicates does not depend on the sort. */
enum status csr_from_triplets(uint32_t n, uint64_t count, const struct triplet *triplet,
                              struct csr *out)
{
    enum status status = OK;
    uint64_t *start = NULL, *order = NULL;
    *out = (struct csr){0};
    TRY(allocate_zeroed((size_t)n + 1, sizeof *start, "sorting", &start));
    TRY(allocate(count, sizeof *order, "sorting", &order));
    TRY(csr_allocate(n, count, out));
    for (uint64_t k = 0; k < count; k++) start[triplet[k].col + 1]++;
    count_to_start(start, n);
    for (uint64_t k = 0; k < count; k++) order[start[triplet[k].col]++] = k;

    memset(start, 0, ((size_t)n + 1) * sizeof *start);
    for (uint64_t k = 0; k < count; k++) start[triplet[k].row + 1]++;
    count_to_start(start, n);
    memcpy(out->row, start, ((size_t)n + 1) * sizeof *start);
    for (uint64_t k = 0; k < count; k++) {
        const struct triplet *t = &triplet[order[k]];
        uint64_t to = start[t->row]++;
        out->col[to] = t->col;
        out->val[to] = t->val;
    }
    merge_duplicates(out);
out:
    free(start);
    free(order);
    if (status != OK) csr_free(out);
    return status;
}

/* out->row first has counts, then the position of each row's next entry, and in the end the ends of
 * the rows. */
enum status csr_transpose(const struct csr *a, struct csr *out)
{
    MUST(csr_allocate(a->rows, a->nnz, out));
    memset(out->row, 0, ((size_t)a->rows + 1) * sizeof *out->row);
    for (uint64_t k = 0; k < a->nnz; k++) out->row[a->col[k] + 1]++;
    count_to_start(out->row, a->rows);
    for (uint32_t i = 0; i < a->rows; i++) {
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            uint64_t to = out->row[a->col[k]]++;
            out->col[to] = i;
            out->val[to] = a->val[k];
        }
    }
    memmove(out->row + 1, out->row, a->rows * sizeof *out->row);
    out->row[0] = 0;
    return OK;
}

/* Moves the diagonal of a to a->diag, and removes rows that are not chosen. */
static void keep_rows(struct matrix *a, const uint8_t *chosen)
{
    struct csr *off = &a->off;
    uint64_t kept = 0, k = 0;
    for (uint32_t i = 0; i < off->rows; i++) {
        for (; k < off->row[i + 1]; k++) {
            if (chosen && !chosen[i]) continue;
            if (off->col[k] == row_owner(a, i)) {
                a->diag[i] = off->val[k];
            } else {
                off->col[kept] = off->col[k];
                off->val[kept++] = off->val[k];
            }
        }
        off->row[i + 1] = kept;
    }
    off->nnz = kept;
}

enum status csr_split_rows(struct csr *a, const uint8_t *chosen, struct matrix *out)
{
    enum status status = OK;
    *out = (struct matrix){.off = *a, .first = out->first};
    *a = (struct csr){0};
    struct csr *off = &out->off;
    TRY(allocate_zeroed(off->rows, sizeof *out->diag, "the diagonal", &out->diag));
    keep_rows(out, chosen);
    TRY(reallocate(&off->col, off->nnz, sizeof *off->col, "column indices"));
    TRY(reallocate(&off->val, off->nnz, sizeof *off->val, "matrix values"));
out:
    if (status != OK) matrix_free(out);
    return status;
}

enum status csr_split(const struct csr *a, struct matrix *out)
{
    struct csr copy;
    *out = (struct matrix){0};
    MUST(csr_allocate(a->rows, a->nnz, &copy));
    memcpy(copy.row, a->row, ((size_t)a->rows + 1) * sizeof *copy.row);
    memcpy(copy.col, a->col, a->nnz * sizeof *copy.col);
    memcpy(copy.val, a->val, a->nnz * sizeof *copy.val);
    return csr_split_rows(&copy, NULL, out);
}

uint64_t csr_find(const struct csr *a, uint32_t i, uint32_t j)
{
    uint64_t low = a->row[i], high = a->row[i + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (a->col[middle] < j) low = middle + 1;
        else high = middle;
    }
    return low < a->row[i + 1] && a->col[low] == j ? low : UINT64_MAX;
}
