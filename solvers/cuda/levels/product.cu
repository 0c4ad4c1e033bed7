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
    const uint64_t warps = a.nnz / 32 / WORDS_AT_ONCE + 1;
    return for_lanes(warps, WARP, "the coarse product", [=] __device__(uint64_t k, uint32_t lane) {
        if (k < warps) multiply_words(a, c, WORDS_AT_ONCE * k, lane);
    });
}

/* Returns the part of a lane in the sum of A_ij w_j of row i over all j of its aggregate J. The
 * loads of four entries do not wait for each other. */
__device__ static double inner_of_row(const struct level &a, uint32_t J, uint32_t i, uint32_t lane)
{
    enum { AT_ONCE = 4 };
    double sum = lane == 0 ? a.diag[i] * a.next[i] : 0;
    for (uint64_t k = a.row[i] + lane; k < a.row[i + 1]; k += 32 * AT_ONCE) {
        bool inner[AT_ONCE];
#pragma unroll
        for (uint32_t e = 0; e < AT_ONCE; e++)
            inner[e] = k + 32 * e < a.row[i + 1] && a.aggregate[a.col[k + 32 * e]] == J;
#pragma unroll
        for (uint32_t e = 0; e < AT_ONCE; e++)
            if (inner[e]) sum += a.val[k + 32 * e] * a.next[a.col[k + 32 * e]];
    }
    return sum;
}

/* sum_inner with a block for each aggregate, whose warps take rows in turn. */
__global__ static void sum_inner_by_blocks(struct level a, struct level c, const int *guard)
{
    enum { WARPS = EACH_THREADS / 32 };
    __shared__ double part[WARPS];
    if (halted(guard)) return;
    const uint32_t J = blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    double sum = 0;
    for (uint32_t m = a.start[J] + warp; m < a.start[J + 1]; m += WARPS)
        sum += inner_of_row(a, J, a.member[m], lane);
    sum = lanes_sum(sum, WARP);
    if (lane == 0) part[warp] = sum;
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (uint32_t k = 1; k < WARPS; k++) sum += part[k];
    c.diag[J] = sum;
}

/* Sets the diagonal to the flow that stays in each aggregate. */
static enum status sum_inner(const struct level *fine, const struct level *coarse)
{
    const struct level a = *fine, c = *coarse;
    if (is_dense(a) && c.n) {
        sum_inner_by_blocks<<<c.n, EACH_THREADS, 0, device_stream()>>>(a, c, device_guard());
        return device_launched("sums of large aggregates");
    }
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
