#include "solvers/msr.h"

#include "solvers/solve.h"

static enum status build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    uint32_t n = a->off.n, *row, *col;
    uint64_t nnz = a->off.nnz;
    if (nnz > UINT32_MAX)
        return fail(ERROR_UNSUPPORTED, "layout msr has 32-bit row starts: %llu non-zeros are too many",
                    (unsigned long long)nnz);
    TRY(stored_array(out, MSR_ROW, (size_t)n + 1, sizeof *row, &row));
    TRY(stored_array(out, MSR_COL, nnz, sizeof *col, &col));
    TRY(stored_reals(out, MSR_VAL, nnz, a->off.val));
    TRY(stored_reciprocals(out, MSR_INVERSE, n, a->diag));
#pragma omp parallel for
    for (size_t i = 0; i <= n; i++) row[i] = (uint32_t)a->off.row[i];
#pragma omp parallel for
    for (uint64_t k = 0; k < nnz; k++) col[k] = a->off.col[k];
out:
    return status;
}

const struct layout layout_msr = {
    .name = "msr",
    .title = "modified sparse rows, one thread a row",
    .array_names = {"row starts", "columns", "values", "reciprocal diagonal"},
    .divisible = true,
    .build = build,
};
