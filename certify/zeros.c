/* Zeros. Let b >= 0 and x0 >= 0, let no entry beside the diagonal of A be positive, and let
 * `positive` be the rows with b_i > 0 or x0_i > 0. x' = x + step (b - A x) makes of a row with x_i
 * = b_i = 0 something else only if x_j is not 0 in a row j with an entry a_ij. So after k steps
 * only rows with a path of at most k entries to a positive row can be other than 0. Of A x = b with
 * x0 = b the same holds after any number of steps, and for their limit. */
#include <stdlib.h>

#include "base/memory.h"
#include "certify/check.h"

/* False where the signs are others. *count: how many rows are positive, which queue begins with. */
static bool find_positive(const struct matrix *a, const double *b, const double *x0, uint8_t *seen,
                          uint32_t *queue, uint32_t *count)
{
    const struct csr *off = &a->off;
    *count = 0;
    for (uint64_t k = 0; k < off->nnz; k++)
        if (!(off->val[k] <= 0)) return false;
    for (uint32_t i = 0; i < off->n; i++) {
        if (!(b[i] >= 0 && x0[i] >= 0)) return false;
        seen[i] = b[i] > 0 || x0[i] > 0;
        if (seen[i]) queue[(*count)++] = i;
    }
    return true;
}

enum status certify_zeros(const struct matrix *a, const double *b, const double *x0, uint64_t steps,
                          uint8_t **out)
{
    enum status status = OK;
    const uint32_t n = a->off.n;
    struct csr into = {0};
    uint32_t *queue = NULL, end = 0;
    *out = NULL;
    TRY(allocate_zeroed(n, 1, "zeros", out));
    TRY(allocate(n, sizeof *queue, "zeros", &queue));
    if (!find_positive(a, b, x0, *out, queue, &end)) goto out;
    TRY(csr_transpose(&a->off, &into));
    for (uint32_t at = 0, of_level = end; at < end; of_level = end) {
        if (steps-- == 0) break;
        for (; at < of_level; at++)
            for (uint64_t k = into.row[queue[at]]; k < into.row[queue[at] + 1]; k++) {
                const uint32_t i = into.col[k];
                if ((*out)[i]) continue;
                (*out)[i] = 1;
                queue[end++] = i;
            }
    }
    for (uint32_t i = 0; i < n; i++) (*out)[i] = !(*out)[i];
out:
    csr_free(&into);
    free(queue);
    if (status != OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}
