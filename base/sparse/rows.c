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

struct row_rest row_subtract_closed(struct row_reader *row, const double *x, double from,
                                    double size)
{
    struct row_rest rest = {0};
    do row_subtract_read(row, x, &rest);
    while (row_read_more(row));
    return (struct row_rest){from + rest.left, size + rest.size, rest.entries};
}
