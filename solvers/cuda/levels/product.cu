/* Numbers of the next level for weights of this one, and the way back. */
#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/map.cuh"

enum { FEW_OUT = 32 /* number of entries of a column that one thread can take */ };

enum status cuda_weigh(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine, c = *coarse;
    return for_balanced(
        c.n, 0, "weighing",
        [=] __device__(uint64_t J, uint32_t) {
            if (J >= c.n) return true;
            if (a.start[J + 1] - a.start[J] > FEW_ROWS) return false;
            weigh_by(a, c, (uint32_t)J, 0, 0);
            return true;
        },
        [=] __device__(uint64_t J, uint32_t lane) {
            weigh_by(a, c, (uint32_t)J, lane, WARP);
        });
}

static enum status product_multiply(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine, c = *coarse;
    return for_lanes(a.nnz / 32 + 1, WARP, "the coarse product",
                     [=] __device__(uint64_t v, uint32_t lane) {
                         if (v <= a.nnz / 32) multiply_word(a, c, v, lane);
                     });
}

/* Sets the diagonal to the flow that stays in each aggregate. */
static enum status sum_inner(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine, c = *coarse;
    return for_balanced(
        c.n, 0, "sums of aggregates",
        [=] __device__(uint64_t J, uint32_t) {
            if (J >= c.n) return true;
            if (!is_light(a, (uint32_t)J)) return false;
            c.diag[J] = inner_part(a, (uint32_t)J, 0, 0);
            return true;
        },
        [=] __device__(uint64_t J, uint32_t lane) {
            const double sum = inner_part(a, (uint32_t)J, lane, WARP);
            if (lane == 0) c.diag[J] = sum;
        });
}

/* Sets the diagonal to the flow out of each aggregate. */
static enum status sum_columns(const struct level *coarse)
{
    const struct level c = *coarse;
    return for_balanced(
        c.n, 0, "sums of columns",
        [=] __device__(uint64_t J, uint32_t) {
            if (J >= c.n) return true;
            if (c.out_start[J + 1] - c.out_start[J] > FEW_OUT) return false;
            c.diag[J] = column_part(c, (uint32_t)J, 0, 0);
            return true;
        },
        [=] __device__(uint64_t J, uint32_t lane) {
            const double sum = lanes_sum(column_part(c, (uint32_t)J, lane, WARP), WARP);
            if (lane == 0) c.diag[J] = sum;
        });
}

enum status cuda_product(const struct level *fine, const struct level *coarse)
{
    MUST(product_multiply(fine, coarse));
    return fine->b ? sum_inner(fine, coarse) : sum_columns(coarse);
}

enum status cuda_prolong(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine;
    const double *const x = coarse->x;
    return for_each(a.n, "prolonging", [=] __device__(uint64_t i) {
        a.x[i] = a.next[i] * x[a.aggregate[i]];
    });
}

/* Returns the part of a lane in the residual of the equations of aggregate J. */
__device__ static double left_part(const struct level &a, uint32_t J, uint32_t lane, int log_lanes)
{
    double left = 0;
    for (uint32_t m = a.start[J]; m < a.start[J + 1]; m++) {
        const uint32_t i = a.member[m];
        if (lane == 0) left += a.b[i] - a.diag[i] * a.x[i];
        left -= row_part(a, i, lane, log_lanes);
    }
    return left;
}

enum status cuda_collect(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine, c = *coarse;
    const int lanes = lanes_for(a.n, a.nnz);
    return for_balanced(
        c.n, lanes, "collecting",
        [=] __device__(uint64_t J, uint32_t lane) {
            const bool light = J < c.n && a.start[J + 1] - a.start[J] <= FEW_ROWS;
            const double left =
                lanes_sum(light ? left_part(a, (uint32_t)J, lane, lanes) : 0, lanes);
            if (light && lane == 0) c.b[J] = left;
            return light;
        },
        [=] __device__(uint64_t J, uint32_t lane) {
            const double left = lanes_sum(left_part(a, (uint32_t)J, lane, WARP), WARP);
            if (lane == 0) c.b[J] = left;
        });
}

enum status cuda_correct(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine;
    const double *const x = coarse->x;
    return for_each(a.n, "correcting", [=] __device__(uint64_t i) {
        a.x[i] += a.next[i] * x[a.aggregate[i]];
    });
}
