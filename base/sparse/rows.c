#include "base/sparse/rows.h"

bool row_read_next(struct row_reader *row)
{
    if (!row->made.next) return false;
    closed_row(row->closed, row->i, &row->made);
    row->count = row->made.count;
    row->base = row->made.base;
    return true;
}

void row_read_closed(const struct closed_rows *closed, uint64_t i, struct row_reader *out)
{
    out->closed = closed;
    out->i = i;
    out->made.next = 0;
    closed_row(closed, i, &out->made);
    out->kind = out->made.kind;
    out->diagonal = closed_diagonal(closed, out->made.kind);
    out->count = out->made.count;
    out->base = out->made.base;
    out->col = out->made.col;
    out->val = out->made.val;
}

struct row_rest row_subtract_closed(const struct closed_rows *closed, uint64_t i, double from,
                                    const double *x, bool own_first)
{
    struct row_reader row;
    row_read_closed(closed, i, &row);
    const double own = row.diagonal * x[i];
    struct row_rest rest = {.diagonal = row.diagonal};
    do {
        for (uint64_t k = 0; k < row.count; k++) {
            const double product = row.val[k] * x[row.base + row.col[k]];
            rest.left -= product;
            rest.size += fabs(product);
        }
        rest.entries += row.count;
    } while (row_read_more(&row));
    rest.left = own_first ? from - own + rest.left : from + rest.left - own;
    rest.size = fabs(own) + fabs(from) + rest.size;
    return rest;
}
