/* Smoothing on coarse levels, and the table of operations. */
#include "solvers/cpu/levels.h"

static double row_sum(const struct level *a, uint32_t i)
{
    double sum = a->b ? a->b[i] : 0;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) sum -= a->val[k] * a->x[a->col[k]];
    return sum;
}

static enum status smooth(const struct level *a, double omega)
{
#pragma omp parallel for schedule(static) if (team_again(a->nnz))
    for (uint32_t i = 0; i < a->n; i++)
        a->next[i] =
            a->diag[i] > 0 ? (1 - omega) * a->x[i] + omega * (row_sum(a, i) / a->diag[i]) : a->x[i];
    return OK;
}

extern const struct level_ops EXPORTED(level_ops);
const struct level_ops EXPORTED(level_ops) = {
    .scratch_bytes = LEVEL_OP(scratch_bytes),
    .aggregate = LEVEL_OP(aggregate),
    .count = LEVEL_OP(count),
    .connect = LEVEL_OP(connect),
    .weigh = LEVEL_OP(weigh),
    .product = LEVEL_OP(product),
    .smooth = smooth,
    .prolong = LEVEL_OP(prolong),
    .collect = LEVEL_OP(collect),
    .correct = LEVEL_OP(correct),
    .eliminate = LEVEL_OP(eliminate),
    .measure = LEVEL_OP(measure),
    .judge = LEVEL_OP(judge),
    .fit = LEVEL_OP(fit),
    .combine = LEVEL_OP(combine),
};
