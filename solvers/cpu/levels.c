/* Smoothing on coarse levels, and the table of operations. */
#include "solvers/cpu/levels.h"

#include <float.h>

static double row_sum(const struct level *a, uint32_t i)
{
    double sum = a->b ? a->b[i] : 0;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) sum -= a->val[k] * a->x[a->col[k]];
    return sum;
}

static enum status level_smooth(const struct level *a, double omega)
{
#pragma omp parallel for schedule(static) if (team_again(a->nnz))
    for (uint32_t i = 0; i < a->n; i++)
        a->next[i] =
            a->diag[i] > 0 ? (1 - omega) * a->x[i] + omega * (row_sum(a, i) / a->diag[i]) : a->x[i];
    return OK;
}

static enum status level_damp(const struct level *a, double omega, double *damped)
{
#pragma omp parallel for schedule(static) if (team_again(a->n))
    for (uint32_t i = 0; i < a->n; i++) damped[i] = a->diag[i] > 0 ? a->diag[i] / omega : DBL_MAX;
    return OK;
}

enum { BLOCK = 512 /* least number of rows of a block, except on small levels */ };

/* Relaxes row i: x of rows first .. end - 1 is read from next, that of other rows from x. */
static void relax(const struct level *a, uint32_t i, uint32_t first, uint32_t end)
{
    double sum = a->b ? a->b[i] : 0;
    if (!(a->diag[i] > 0)) return;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
        const uint32_t j = a->col[k];
        sum -= a->val[k] * (j >= first && j < end ? a->next[j] : a->x[j]);
    }
    a->next[i] = sum / a->diag[i];
}

static enum status level_gauss_seidel(const struct level *a)
{
    const uint32_t most = a->n / BLOCK + 1, blocks = most < LEVEL_PARTS ? most : LEVEL_PARTS;
#pragma omp parallel for schedule(static) if (team_again(a->nnz))
    for (uint32_t p = 0; p < blocks; p++) {
        const uint32_t first = (uint32_t)((uint64_t)a->n * p / blocks),
                       end = (uint32_t)((uint64_t)a->n * (p + 1) / blocks);
        for (uint32_t i = first; i < end; i++) a->next[i] = a->x[i];
        for (uint32_t i = first; i < end; i++) relax(a, i, first, end);
        for (uint32_t i = end; i-- > first;) relax(a, i, first, end);
    }
    return OK;
}

extern const struct level_ops EXPORTED(level_ops);
const struct level_ops EXPORTED(level_ops) = {
    .scratch_bytes = EXPORTED(level_scratch_bytes),
    .aggregate = EXPORTED(level_aggregate),
    .count = EXPORTED(level_count),
    .connect = EXPORTED(level_connect),
    .weigh = EXPORTED(level_weigh),
    .product = EXPORTED(level_product),
    .smooth = level_smooth,
    .damp = level_damp,
    .gauss_seidel = level_gauss_seidel,
    .prolong = EXPORTED(level_prolong),
    .collect = EXPORTED(level_collect),
    .correct = EXPORTED(level_correct),
    .eliminate = EXPORTED(level_eliminate),
    .measure = EXPORTED(level_measure),
    .judge = EXPORTED(level_judge),
    .fit = EXPORTED(level_fit),
    .combine = EXPORTED(level_combine),
};
