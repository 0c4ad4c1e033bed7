#include "solvers/layouts/cusparse/cusparse.h"

#include "base/team.h"
#include "solvers/solve.h"

enum status spmv_indices(struct stored *stored, int index, uint64_t count, bool wide,
                         struct spmv_indices *out)
{
    out->wide = wide;
    return stored_array(stored, index, count, wide ? sizeof(int64_t) : sizeof(int32_t), &out->data);
}

enum status spmv_rest(const struct matrix *a, struct stored *stored)
{
    stored_scratch(stored, SPMV_SUM, stored->n * real_size(stored->precision));
    stored_scratch(stored, SPMV_BUFFER, stored->nnz ? BYTES_UNKNOWN : 0);
    return stored_reciprocals(stored, SPMV_INVERSE, stored->n, a->diag);
}

static enum status cusparse_build(const struct matrix *a, struct stored *out)
{
    struct spmv_indices offset, col;
    uint64_t n = a->off.rows, nnz = a->off.nnz;
    bool wide = spmv_wide(n, nnz);
    MUST(spmv_indices(out, SPMV_OFFSET, n + 1, wide, &offset));
    MUST(spmv_indices(out, SPMV_COL, nnz, wide, &col));
    MUST(stored_reals(out, SPMV_VAL, nnz, a->off.val));
    MUST(spmv_rest(a, out));
#pragma omp parallel for if (team_once(n))
    for (uint64_t i = 0; i <= n; i++) spmv_set_index(offset, i, (int64_t)a->off.row[i]);
#pragma omp parallel for if (team_once(nnz))
    for (uint64_t k = 0; k < nnz; k++) spmv_set_index(col, k, a->off.col[k]);
    return OK;
}

static const struct option options[] = {
    {OPTION(struct cusparse_options, algorithm),
     .title = "the library's algorithm for CSR; 2 gives the same bits in every run",
     OPTION_NUMBERS("1", "2"), .needs = ON_GPU},
    {0}};

const struct layout layout_cusparse = {
    .name = "cusparse",
    .title = "cuSPARSE's compressed sparse rows, and a kernel that finishes the sweep",
    .array_names = {"row starts", "columns", "values", "reciprocal diagonal", "sums (scratch)",
                    "buffer (scratch)"},
    .in_library = true,
    .options = options,
    .absence = "cuSPARSE runs on NVIDIA GPUs only",
    .build = cusparse_build,
};
