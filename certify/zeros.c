/* Zeros. Let b >= 0 and x0 >= 0, let no entry beside the diagonal of A be positive, and let
 * `positive` be the rows with b_i > 0 or x0_i > 0. x' = x + step (b - A x) makes of x_i something
 * else than 0 only if b_i > 0, if x_j is not 0 in a row j with an entry a_ij, or if x_i is not 0
 * and step a_ii is not 1. So after k steps only rows with a path of exactly k such moves to a
 * positive row can be other than 0. Of A x = b with x0 = b a path of any length counts, for the
 * limit, too. A group of rows has one such result for each, and takes the best. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/check.h"

/* Returns false if some sign is not as above; seen is unchanged then. *count: number of positive
 * rows, which are the first elements of queue. */
static bool find_positive(const struct matrix *a, const double *b, const double *x0, uint8_t *seen,
                          uint32_t *queue, uint32_t *count)
{
    const struct csr *off = &a->off;
    const uint32_t n = matrix_unknowns(a);
    *count = 0;
    for (uint64_t k = 0; k < off->nnz; k++)
        if (!(off->val[k] <= 0)) return false;
    for (uint32_t i = 0; i < off->rows; i++)
        if (!(b[i] >= 0)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!(x0[i] >= 0)) return false;
    for (uint32_t i = 0; i < n; i++) {
        seen[i] = x0[i] > 0;
        for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++)
            seen[i] |= b[r] > 0;
        if (seen[i]) queue[(*count)++] = i;
    }
    return true;
}

/* Returns whether row r of unknown i can make of it something else than 0. */
static bool may_move(const struct matrix *a, const double *b, double step, const uint8_t *may,
                     uint32_t i, uint32_t r)
{
    bool moves = b[r] > 0 || (may[i] && step * a->diag[r] != 1);
    for (uint64_t k = a->off.row[r]; k < a->off.row[r + 1]; k++) moves |= may[a->off.col[k]];
    return moves;
}

/* The largest result of a group is 0 if all are, the smallest if one is. */
static void one_step(const struct matrix *a, const double *b, double step, bool largest,
                     const uint8_t *may, uint8_t *next)
{
    for (uint32_t i = 0; i < matrix_unknowns(a); i++) {
        next[i] = !largest;
        for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++)
            if (may_move(a, b, step, may, i, r) == largest) next[i] = largest;
    }
}

/* Replaces `may` by its value after this many steps. */
static enum status all_steps(const struct matrix *a, const double *b, double step, bool largest,
                             uint64_t steps, uint8_t *may)
{
    const uint32_t n = matrix_unknowns(a);
    uint8_t *next = NULL;
    bool same = false;
    MUST(allocate(n, 1, "zeros", &next));
    while (steps-- > 0 && !same) {
        one_step(a, b, step, largest, may, next);
        same = !memcmp(may, next, n);
        memcpy(may, next, n);
    }
    free(next);
    return OK;
}

enum status certify_zeros(const struct matrix *a, const double *b, const double *x0, double step,
                          bool largest, uint64_t steps, uint8_t **out)
{
    enum status status = OK;
    const uint32_t n = matrix_unknowns(a);
    struct csr into = {0};
    uint32_t *queue = NULL, end = 0;
    *out = NULL;
    TRY(allocate_zeroed(n, 1, "zeros", out));
    TRY(allocate(n, sizeof *queue, "zeros", &queue));
    if (!find_positive(a, b, x0, *out, queue, &end)) goto out;
    if (steps < UINT64_MAX) TRY(all_steps(a, b, step, largest, steps, *out));
    else TRY(csr_transpose(&a->off, &into));
    for (uint32_t at = 0; into.rows && at < end; at++)
        for (uint64_t k = into.row[queue[at]]; k < into.row[queue[at] + 1]; k++) {
            const uint32_t i = into.col[k];
            if ((*out)[i]) continue;
            (*out)[i] = 1;
            queue[end++] = i;
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
