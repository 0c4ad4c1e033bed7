#include "solvers/sscan.h"

#include <string.h>

#include "solvers/solve.h"

static void set_bits(uint32_t *word, uint64_t begin, uint64_t end)
{
    for (uint64_t k = begin; k < end;) {
        if (k % 32 == 0 && end - k >= 32) {
            word[k / 32] = UINT32_MAX;
            k += 32;
        } else {
            word[k / 32] |= 1u << k % 32;
            k++;
        }
    }
}

/* Every other row of those with entries is all ones. */
static void flag_heads(const struct csr *a, uint32_t *head)
{
    bool odd = false;
    memset(head, 0, (a->nnz / 32 + 1) * sizeof *head);
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->row[i] == a->row[i + 1]) continue;
        if (odd) set_bits(head, a->row[i], a->row[i + 1]);
        odd = !odd;
    }
}

static enum status build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    uint32_t n = a->off.n, *row, *col, *head;
    uint64_t nnz = a->off.nnz;
    if (nnz > UINT32_MAX)
        return fail(ERROR_UNSUPPORTED, "layout sscan has 32-bit row starts: %llu non-zeros are too many",
                    (unsigned long long)nnz);
    TRY(stored_array(out, SSCAN_ROW, (size_t)n + 1, sizeof *row, &row));
    TRY(stored_array(out, SSCAN_COL, nnz, sizeof *col, &col));
    TRY(stored_reals(out, SSCAN_VAL, nnz, a->off.val));
    TRY(stored_reciprocals(out, SSCAN_INVERSE, n, a->diag));
    TRY(stored_array(out, SSCAN_HEAD, nnz / 32 + 1, sizeof *head, &head));
    stored_scratch(out, SSCAN_PRODUCT, nnz * real_size(out->precision));
    stored_scratch(out, SSCAN_SCAN, out->options.elements || nnz == 0 ? 0 : BYTES_UNKNOWN);
#pragma omp parallel for
    for (size_t i = 0; i <= n; i++) row[i] = (uint32_t)a->off.row[i];
#pragma omp parallel for
    for (uint64_t k = 0; k < nnz; k++) col[k] = a->off.col[k];
    flag_heads(&a->off, head);
out:
    return status;
}

const struct layout layout_sscan = {
    .name = "sscan",
    .title = "segmented scan of the products, three kernels a sweep",
    .array_names = {"row starts", "columns", "values", "reciprocal diagonal", "head flags", "products (scratch)",
                    "scan (scratch)"},
    .build = build,
};
