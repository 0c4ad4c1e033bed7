/* Visits the rows of a matrix, whether they are stored, in closed form, or made range by range.
 *
 * One row of a matrix that is stored or in closed form. A stored row is read where it lies, all
 * entries at once; entries in closed form are made in the struct, some at a time:
 *
 *     struct row_reader row;
 *     row_read(a, i, &row);
 *     do
 *         for (uint64_t k = 0; k < row.count; k++) ... row.val[k], column row.base + row.col[k] ...
 *     while (row_read_more(&row));
 */
#pragma once

#include <math.h>
#include <stddef.h>

#include "base/sparse/csr.h"

struct row_reader {
    double diagonal;
    uint64_t kind; /* rows of the same kind have equal diagonals: closed_row_kind; if stored, i */
    uint64_t count, base; /* entries that are here now; base is 0 if stored */
    const uint32_t *col;
    const double *val;
    /* for rows in closed form */
    const struct closed_rows *closed; /* NULL: the row is stored */
    uint64_t i;
    struct closed_entries made;
};

/* The same for rows in closed form. */
void row_read_closed(const struct closed_rows *closed, uint64_t i, struct row_reader *out);

/* Reads row i, and its first entries. */
static inline void row_read(const struct matrix *a, uint64_t i, struct row_reader *out)
{
    if (!matrix_is_stored(a)) {
        row_read_closed(&a->closed, row_owner(a, i), out);
        return;
    }
    const uint64_t first = a->off.row[i];
    out->diagonal = a->diag[i];
    out->kind = i;
    out->count = a->off.row[i + 1] - first;
    out->base = 0;
    out->col = a->off.col + first;
    out->val = a->off.val + first;
    out->closed = NULL;
}

/* Reads the next entries of the row. Returns false if there are none. */
bool row_read_next(struct row_reader *row);
static inline bool row_read_more(struct row_reader *row)
{
    return row->closed && row_read_next(row);
}

/* A sum over the off-diagonal entries of a row. */
struct row_rest {
    double left;      /* from - sum over j != i of A_ij x_j */
    double size;      /* size + the sum of |A_ij x_j| */
    uint64_t entries; /* number of entries */
};

/* Subtracts the entries that are here now. */
static inline void row_subtract_read(const struct row_reader *row, const double *x,
                                     struct row_rest *rest)
{
    const double *from_base = x + row->base;
    for (uint64_t k = 0; k < row->count; k++) {
        const double product = row->val[k] * from_base[row->col[k]];
        rest->left -= product;
        rest->size += fabs(product);
    }
    rest->entries += row->count;
}

struct row_rest row_subtract_closed(struct row_reader *row, const double *x, double from,
                                    double size);

/* Subtracts the entries of a row that was read just now from `from`, in the order of the columns.
 * Those in closed form are added up first. x: one number for each column. */
static inline struct row_rest row_subtract(struct row_reader *row, const double *x, double from,
                                           double size)
{
    struct row_rest rest = {from, size, 0};
    if (row->closed) return row_subtract_closed(row, x, from, size);
    row_subtract_read(row, x, &rest);
    return rest;
}
