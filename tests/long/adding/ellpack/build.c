#include "solvers/layouts/ellpack/ellpack.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/solve.h"

static enum status ellpack_build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    uint64_t n = a->off.rows, width = 0;
    uint32_t *col;
    double *val = NULL;
    for (uint64_t i = 0; i < n; i++)
        if (a->off.row[i + 1] - a->off.row[i] > width) width = a->off.row[i + 1] - a->off.row[i];
    TRY(stored_array(out, ELLPACK_COL, n * width, sizeof *col, &col));
    TRY(allocate_zeroed(n * width, sizeof *val, "a matrix", &val));
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t k = 0; k < width; k++) {
            uint64_t from = a->off.row[i] + k;
            bool padding = from >= a->off.row[i + 1];
            col[k * n + i] = padding ? (uint32_t)i : a->off.col[from];
            if (!padding) val[k * n + i] = a->off.val[from];
        }
    TRY(stored_reals(out, ELLPACK_VAL, n * width, val));
    TRY(stored_reciprocals(out, ELLPACK_INVERSE, n, a->diag));
out:
    free(val);
    return status;
}

const struct layout layout_ellpack = {
    .name = "ellpack",
    .title = "ELLPACK: rows as long as the longest one, entry by entry",
    .array_names = {"columns", "values", "reciprocal diagonal"},
    .sums = 1,
    .build = ellpack_build,
};
