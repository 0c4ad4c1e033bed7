#include "solvers/layouts/sscan/sscan.h"

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

/* Flags the first entries of rows: of the rows with entries, every second one is all ones. */
static void flag_heads(const struct csr *a, uint32_t *head)
{
    bool odd = false;
    memset(head, 0, (a->nnz / 32 + 1) * sizeof *head);
    for (uint32_t i = 0; i < a->rows; i++) {
        if (a->row[i] == a->row[i + 1]) continue;
        if (odd) set_bits(head, a->row[i], a->row[i + 1]);
        odd = !odd;
    }
}

static enum status sscan_build(const struct matrix *a, struct stored *out)
{
    const struct sscan_options *own = layout_options(&out->options);
    uint32_t *head;
    uint64_t nnz = a->off.nnz;
    MUST(layout_msr.build(a, out));
    MUST(stored_array(out, SSCAN_HEAD, nnz / 32 + 1, sizeof *head, &head));
    stored_scratch(out, SSCAN_PRODUCT, nnz * real_size(out->precision));
    stored_scratch(out, SSCAN_SCAN, own->elements || nnz == 0 ? 0 : BYTES_UNKNOWN);
    flag_heads(&a->off, head);
    return OK;
}

static const struct option options[] = {
    {OPTION(struct sscan_options, elements),
     .title = "cub: CUB's segmented scan; a number: a scan with so many entries for each thread "
              "(the papers)",
     OPTION_NUMBERS("cub", "1", "2", "4", "8"), .needs = ON_GPU},
    {0}};

const struct layout layout_sscan = {
    .name = "sscan",
    .title = "segmented scan of the products, three kernels for each sweep",
    .array_names = {"row starts", "columns", "values", "reciprocal diagonal", "head flags",
                    "products (scratch)", "scan (scratch)"},
    .divisible = true,
    .options = options,
    .build = sscan_build,
};
