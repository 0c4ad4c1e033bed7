#include "solvers/layouts/msr/msr.h"

#include "base/team.h"
#include "solvers/placed.h"
#include "solvers/solve.h"

static enum status check_row_starts(const struct csr *off, const struct layout *layout)
{
    return off->nnz <= UINT32_MAX
               ? OK
               : fail(ERROR_UNSUPPORTED,
                      "layout %s has 32-bit row starts: %llu non-zeros are too many", layout->name,
                      (unsigned long long)off->nnz);
}

enum status msr_row_starts(const struct csr *off, struct stored *out)
{
    uint32_t *row;
    MUST(check_row_starts(off, out->layout));
    MUST(stored_array(out, MSR_ROW, (size_t)off->rows + 1, sizeof *row, &row));
#pragma omp parallel for if (team_once(off->rows))
    for (size_t i = 0; i <= off->rows; i++) row[i] = (uint32_t)off->row[i];
    return OK;
}

static enum status msr_build(const struct matrix *a, struct stored *out)
{
    uint64_t nnz = a->off.nnz;
    uint32_t *col;
    MUST(msr_row_starts(&a->off, out));
    MUST(stored_array(out, MSR_COL, nnz, sizeof *col, &col));
    MUST(stored_reals(out, MSR_VAL, nnz, a->off.val));
    MUST(stored_reciprocals(out, MSR_INVERSE, a->off.rows, a->diag));
#pragma omp parallel for if (team_once(nnz))
    for (uint64_t k = 0; k < nnz; k++) col[k] = a->off.col[k];
    return OK;
}

static enum status msr_take(const struct matrix *there, struct stored *out)
{
    const struct place *place = out->place;
    const struct csr *off = &there->off;
    MUST(check_row_starts(off, out->layout));
    MUST(stored_allocate(out, MSR_ROW, ((size_t)off->rows + 1) * sizeof(uint32_t)));
    MUST(stored_allocate(out, MSR_COL, off->nnz * sizeof *off->col));
    MUST(stored_allocate(out, MSR_VAL, off->nnz * sizeof *off->val));
    MUST(stored_allocate(out, MSR_INVERSE, off->rows * sizeof *there->diag));
    MUST(place->copy(out->array[MSR_COL].data, off->col, off->nnz * sizeof *off->col));
    MUST(place->copy(out->array[MSR_VAL].data, off->val, off->nnz * sizeof *off->val));
    return place->placed->narrow(there, out->array[MSR_ROW].data, out->array[MSR_INVERSE].data);
}

const struct layout layout_msr = {
    .name = "msr",
    .title = "modified sparse rows, one thread for each row",
    .array_names = {"row starts", "columns", "values", "reciprocal diagonal"},
    .sums = 1,
    .divisible = true,
    .by_level = true,
    .blocked = ON_HOST,
    .build = msr_build,
    .take = msr_take,
};
