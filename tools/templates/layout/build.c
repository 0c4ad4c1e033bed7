#include "solvers/layouts/@name@/@name@.h"

#include "base/team.h"
#include "solvers/solve.h"

/* Fills the arrays on the host. a->off has the entries beside the diagonal (base/sparse/csr.h). */
static enum status build(const struct matrix *a, struct stored *out)
{
    const struct csr *off = &a->off;
    uint64_t *row;
    uint32_t *col;
    MUST(stored_array(out, @NAME@_ROW, (size_t)off->rows + 1, sizeof *row, &row));
    MUST(stored_array(out, @NAME@_COL, off->nnz, sizeof *col, &col));
    MUST(stored_reals(out, @NAME@_VAL, off->nnz, off->val));
    MUST(stored_reciprocals(out, @NAME@_INVERSE, off->rows, a->diag));
#pragma omp parallel for if (team_once(off->rows))
    for (size_t i = 0; i <= off->rows; i++) row[i] = off->row[i];
#pragma omp parallel for if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++) col[k] = off->col[k];
    return OK;
}

/* CUDA: write cuda.cu as solvers/layouts/msr/cuda.cu is written, make the line in
 * solvers/layouts.def LAYOUT(@name@, 1, 1), and remove .absence. */
const struct layout layout_@name@ = {
    .name = "@name@",
    .title = "rows one after another, to begin with",
    .array_names = {"row starts", "columns", "values", "reciprocal diagonal"},
    .absence = "it has no cuda.cu yet",
    .sums = 1,
    .build = build,
};
