#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/layouts/cusparse/cusparse.h"
#include "solvers/solve.h"

/* start (slices + 1 entries): start of each slice among all entries, padding included. */
static void place_slices(const struct csr *a, uint32_t rows, uint64_t slices, uint64_t *start)
{
    start[0] = 0;
    for (uint64_t s = 0; s < slices; s++) {
        uint64_t longest = 0;
        for (uint64_t i = s * rows; i < (s + 1) * rows && i < a->rows; i++)
            if (a->row[i + 1] - a->row[i] > longest) longest = a->row[i + 1] - a->row[i];
        start[s + 1] = start[s] + longest * rows;
    }
}

/* Fills the columns of one slice, and its values in f64, interleaved: entry k of row l is at k *
 * rows + l. */
static void fill_slice(const struct csr *a, uint64_t first, uint32_t rows, uint64_t begin,
                       uint64_t end, struct spmv_indices col, struct stored *out)
{
    for (uint64_t at = begin; at < end; at++) {
        uint64_t i = first + (at - begin) % rows, k = (at - begin) / rows;
        bool padding = i >= a->rows || k >= a->row[i + 1] - a->row[i];
        double value = padding ? 0 : a->val[a->row[i] + k];
        spmv_set_index(col, at, padding ? -1 : (int64_t)a->col[a->row[i] + k]);
        put_real(out->precision, out->array[SPMV_VAL].data, at, value);
    }
}

static enum status cusparse_sell_build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    const struct cusparse_sell_options *own = layout_options(&out->options);
    uint32_t rows = (uint32_t)own->slice;
    uint64_t slices = ((uint64_t)a->off.rows + rows - 1) / rows, *start = NULL;
    struct spmv_indices offset, col;
    void *val;
    TRY(allocate(slices + 1, sizeof *start, "starts of slices", &start));
    place_slices(&a->off, rows, slices, start);
    bool wide = spmv_wide(a->off.rows, start[slices]);
    TRY(spmv_indices(out, SPMV_OFFSET, slices + 1, wide, &offset));
    TRY(spmv_indices(out, SPMV_COL, start[slices], wide, &col));
    TRY(stored_array(out, SPMV_VAL, start[slices], real_size(out->precision), &val));
    TRY(spmv_rest(a, out));
    for (uint64_t s = 0; s <= slices; s++) spmv_set_index(offset, s, (int64_t)start[s]);
#pragma omp parallel for schedule(dynamic, 64) if (team_once(start[slices]))
    for (uint64_t s = 0; s < slices; s++)
        fill_slice(&a->off, s * rows, rows, start[s], start[s + 1], col, out);
out:
    free(start);
    return status;
}

static const struct option options[] = {
    {OPTION(struct cusparse_sell_options, slice), .title = "rows of a slice",
     OPTION_NUMBERS("32", "8", "16", "64", "128"), .needs = ON_GPU},
    {0}};

const struct layout layout_cusparse_sell = {
    .name = "cusparse_sell",
    .title = "cuSPARSE's sliced ELL, and a kernel that finishes the sweep",
    .array_names = {"slice starts", "columns", "values", "reciprocal diagonal", "sums (scratch)",
                    "buffer (scratch)"},
    .in_library = true,
    .options = options,
    .absence = "cuSPARSE runs on NVIDIA GPUs only",
    .build = cusparse_sell_build,
};
