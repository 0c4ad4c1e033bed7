#include "solvers/layouts/remainder.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/solve.h"

/* Lists the rows in the remainder, ascending. */
static enum status list_rows(uint32_t n, const uint32_t *rows, uint32_t **list, uint32_t *count)
{
    size_t groups = ((size_t)n + REMAINDER_GROUP - 1) / REMAINDER_GROUP, found = 0;
    for (size_t k = 0; k < groups; k++) found += (size_t)__builtin_popcount(rows[k]);
    *count = (uint32_t)found;
    MUST(allocate(found, sizeof **list, "rows of a remainder", list));
    found = 0;
    for (size_t k = 0; k < groups; k++)
        for (uint32_t left = rows[k]; left; left &= left - 1)
            (*list)[found++] = (uint32_t)(k * REMAINDER_GROUP) + (uint32_t)__builtin_ctz(left);
    return OK;
}

static enum status fill_marks(uint32_t n, const uint32_t *rows, int array, struct stored *out)
{
    struct remainder_mark *mark;
    size_t groups = ((size_t)n + REMAINDER_GROUP - 1) / REMAINDER_GROUP;
    MUST(stored_array(out, array, groups, sizeof *mark, &mark));
    uint32_t before = 0;
    for (size_t k = 0; k < groups; k++) {
        mark[k] = (struct remainder_mark){.before = before, .rows = rows[k]};
        before += (uint32_t)__builtin_popcount(rows[k]);
    }
    return OK;
}

static enum status remainder_fill_starts(const struct csr *off, const uint32_t *list,
                                         uint32_t count, int array, struct stored *out)
{
    uint32_t *row;
    uint64_t nnz = 0;
    MUST(stored_array(out, array, (size_t)count + 1, sizeof *row, &row));
    for (uint32_t r = 0; r < count; r++) {
        row[r] = (uint32_t)nnz;
        nnz += off->row[list[r] + 1] - off->row[list[r]];
        if (nnz > UINT32_MAX)
            return fail(ERROR_UNSUPPORTED,
                        "layout %s has 32-bit row starts in its remainder: the non-zeros that it "
                        "cannot hold otherwise "
                        "are too many",
                        out->layout->name);
    }
    row[count] = (uint32_t)nnz;
    return OK;
}

static enum status fill_entries(const struct csr *off, const uint32_t *list, uint32_t count,
                                int first, struct stored *out)
{
    const uint32_t *row = out->array[first + REMAINDER_ROW].data;
    uint32_t *col;
    void *val;
    MUST(stored_array(out, first + REMAINDER_COL, row[count], sizeof *col, &col));
    MUST(stored_array(out, first + REMAINDER_VAL, row[count], real_size(out->precision), &val));
#pragma omp parallel for schedule(dynamic, 64) if (team_once(row[count]))
    for (uint32_t r = 0; r < count; r++) {
        const uint64_t from = off->row[list[r]];
        for (uint32_t k = row[r]; k < row[r + 1]; k++) {
            col[k] = off->col[from + k - row[r]];
            put_real(out->precision, val, k, off->val[from + k - row[r]]);
        }
    }
    return OK;
}

enum status remainder_build(const struct matrix *a, const uint32_t *rows, int first_array,
                            struct stored *out)
{
    enum status status = OK;
    uint32_t *list = NULL, count;
    TRY(list_rows(a->off.rows, rows, &list, &count));
    if (count == 0) goto out;
    TRY(fill_marks(a->off.rows, rows, first_array + REMAINDER_MARK, out));
    TRY(remainder_fill_starts(&a->off, list, count, first_array + REMAINDER_ROW, out));
    TRY(fill_entries(&a->off, list, count, first_array, out));
out:
    free(list);
    return status;
}

enum status remainder_reciprocals(const struct matrix *a, const uint32_t *rows, int index,
                                  struct stored *out)
{
    enum status status = OK;
    uint32_t *list = NULL, count;
    double *diag = NULL;
    TRY(list_rows(a->off.rows, rows, &list, &count));
    if (count == 0) goto out;
    TRY(allocate(count, sizeof *diag, "the diagonal of a remainder", &diag));
    for (uint32_t r = 0; r < count; r++) diag[r] = a->diag[list[r]];
    TRY(stored_reciprocals(out, index, count, diag));
out:
    free(diag);
    free(list);
    return status;
}
