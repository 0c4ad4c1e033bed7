#include "base/sparse/csr.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/transpose.h"
#include "base/team.h"

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
    TRY(allocate_large((size_t)n + 1, sizeof *out->row, "row starts", &out->row));
    TRY(allocate_large(nnz, sizeof *out->col, "column indices", &out->col));
    TRY(allocate_large(nnz, sizeof *out->val, "matrix values", &out->val));
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
    free(a->most);
    free(a->stay);
    a->diag = a->most = a->stay = NULL;
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

/* The sum of each part is found first; then each part begins at the sum of those before it. */
void counts_to_ends(uint64_t *number, uint64_t count)
{
    enum { PARTS = 256 };
    uint64_t before[PARTS + 1] = {0};
#pragma omp parallel for if (team_once(count))
    for (uint64_t k = 0; k < PARTS; k++) {
        uint64_t sum = 0;
        for (uint64_t i = count * k / PARTS; i < count * (k + 1) / PARTS; i++) sum += number[i];
        before[k + 1] = sum;
    }
    for (int k = 0; k < PARTS; k++) before[k + 1] += before[k];
#pragma omp parallel for if (team_once(count))
    for (uint64_t k = 0; k < PARTS; k++) {
        uint64_t sum = before[k];
        for (uint64_t i = count * k / PARTS; i < count * (k + 1) / PARTS; i++)
            number[i] = sum += number[i];
    }
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
    counts_to_ends(start, (uint64_t)n + 1);
    for (uint64_t k = 0; k < count; k++) order[start[triplet[k].col]++] = k;

    memset(start, 0, ((size_t)n + 1) * sizeof *start);
    for (uint64_t k = 0; k < count; k++) start[triplet[k].row + 1]++;
    counts_to_ends(start, (uint64_t)n + 1);
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

enum status csr_transpose(const struct csr *a, struct csr *out)
{
    struct csr from = *a;
    return transpose(&(struct transposition){.rows = a->rows}, &from, false, out);
}

/* Splitting */

static uint64_t count_kept(const struct csr *from, const uint8_t *chosen, const struct matrix *out,
                           uint32_t i)
{
    const uint64_t owner = row_owner(out, i);
    uint64_t kept = 0;
    if (chosen && !chosen[i]) return 0;
    for (uint64_t k = from->row[i]; k < from->row[i + 1]; k++) kept += from->col[k] != owner;
    return kept;
}

/* Moves values or columns of row i, whichever `out` has room for. */
static void split_row(const struct csr *from, uint32_t i, bool values, struct matrix *out)
{
    const uint64_t owner = row_owner(out, i);
    uint64_t to = out->off.row[i];
    for (uint64_t k = from->row[i]; k < from->row[i + 1]; k++) {
        if (from->col[k] != owner && values) out->off.val[to++] = from->val[k];
        else if (from->col[k] != owner) out->off.col[to++] = from->col[k];
        else if (values) out->diag[i] = from->val[k];
    }
}

static void split_entries(const struct csr *from, const uint8_t *chosen, bool values,
                          struct matrix *out)
{
#pragma omp parallel for if (team_once(from->nnz))
    for (uint32_t i = 0; i < from->rows; i++)
        if (!chosen || chosen[i]) split_row(from, i, values, out);
}

/* Takes the values first, and frees the old ones before the columns if `frees`: that needs less
 * memory at a time. */
static enum status split(struct csr *from, const uint8_t *chosen, bool frees, struct matrix *out)
{
    struct csr *off = &out->off;
    const uint32_t n = from->rows;
    *off = (struct csr){.rows = n};
    MUST(allocate_large(n, sizeof *out->diag, "the diagonal", &out->diag));
    MUST(allocate_large((size_t)n + 1, sizeof *off->row, "row starts", &off->row));
    off->row[0] = 0;
#pragma omp parallel for if (team_once(from->nnz))
    for (uint32_t i = 0; i < n; i++) {
        off->row[i + 1] = count_kept(from, chosen, out, i);
        out->diag[i] = 0;
    }
    counts_to_ends(off->row, (uint64_t)n + 1);
    off->nnz = off->row[n];
    MUST(allocate_large(off->nnz, sizeof *off->val, "matrix values", &off->val));
    split_entries(from, chosen, true, out);
    if (frees) {
        free(from->val);
        from->val = NULL;
    }
    MUST(allocate_large(off->nnz, sizeof *off->col, "column indices", &off->col));
    split_entries(from, chosen, false, out);
    return OK;
}

enum status csr_split_rows(struct csr *a, const uint8_t *chosen, struct matrix *out)
{
    *out = (struct matrix){.first = out->first};
    enum status status = split(a, chosen, true, out);
    csr_free(a);
    if (status != OK) matrix_free(out);
    return status;
}

enum status csr_split(const struct csr *a, struct matrix *out)
{
    struct csr from = *a;
    *out = (struct matrix){0};
    enum status status = split(&from, NULL, false, out);
    if (status != OK) matrix_free(out);
    return status;
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

void csr_drop_zeros(struct csr *a)
{
    uint64_t kept = 0;
    for (uint32_t i = 0; i < a->rows; i++) {
        uint64_t first = a->row[i], last = a->row[i + 1];
        a->row[i] = kept;
        for (uint64_t k = first; k < last; k++) {
            if (a->val[k] == 0) continue;
            a->col[kept] = a->col[k];
            a->val[kept++] = a->val[k];
        }
    }
    a->row[a->rows] = a->nnz = kept;
}
