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

#include "base/closed/choices.h"
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

/* What x leaves of a row. */
struct row_rest {
    double diagonal;
    double left;      /* b_i - sum_j A_ij x_j */
    double size;      /* the same sum with absolute values */
    uint64_t entries; /* number of off-diagonal entries */
};

struct row_rest row_subtract_closed(const struct closed_rows *closed, uint64_t i, double from,
                                    const double *x, bool own_first);

/* Subtracts the entries of row r, in the order of their columns, from b_i; those in closed form are
 * added up first. The diagonal entry comes before the others (own_first) or after them. b, x: of
 * the whole system; b is NULL for zeros. Stored rows need no struct in memory: this is a loop of
 * its own, because rows are short. */
static inline struct row_rest row_subtract(const struct matrix *a, uint64_t r, const double *b,
                                           const double *x, bool own_first)
{
    const uint64_t i = row_owner(a, r);
    const double from = b ? b[i] : 0;
    if (!matrix_is_stored(a)) return row_subtract_closed(&a->closed, i, from, x, own_first);
    const uint64_t first = a->off.row[r], end = a->off.row[r + 1];
    const double diagonal = a->diag[r], own = diagonal * x[i];
    double left = own_first ? from - own : from, size = fabs(own) + fabs(from);
    for (uint64_t k = first; k < end; k++) {
        const double product = a->off.val[k] * x[a->off.col[k]];
        left -= product;
        size += fabs(product);
    }
    return (struct row_rest){diagonal, own_first ? left : left - own, size, end - first};
}
