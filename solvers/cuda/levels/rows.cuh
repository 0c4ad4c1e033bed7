/* Computations for a row or an aggregate by 2^log_lanes neighbouring threads of a warp; `lane` is
 * the number of a thread among these. Results are valid in the first lane. */
#pragma once

#include "solvers/cuda/levels/balanced.cuh"

enum { WARP = 5 /* log_lanes */ };

/* Limits for the work of one thread: rows of an aggregate, and entries of each row. */
enum { FEW_ROWS = 32, FEW_ENTRIES = 32 };

/* Returns the part of a lane in the sum of A_ij x_j of row i. */
__device__ inline double row_part(const struct level &a, uint32_t i, uint32_t lane, int log_lanes)
{
    double sum = 0;
    for (uint64_t k = a.row[i] + lane; k < a.row[i + 1]; k += 1u << log_lanes)
        sum += a.val[k] * a.x[a.col[k]];
    return sum;
}

/* Computes next_i from the sum of the row. */
__device__ inline void relax(const struct level &a, uint32_t i, double sum, double omega)
{
    const double rest = (a.b ? a.b[i] : 0) - sum, diag = a.diag[i], x = a.x[i];
    a.next[i] = diag > 0 ? (1 - omega) * x + omega * (rest / diag) : x;
}

/* Returns, in the first lane, the sum of x over members first .. end - 1. */
__device__ inline double members_sum(const struct level &a, const double *x, uint32_t first,
                                     uint32_t end, uint32_t lane, int log_lanes)
{
    double sum = 0;
    for (uint32_t m = first + lane; m < end; m += 1u << log_lanes) sum += x[a.member[m]];
    return lanes_sum(sum, log_lanes);
}

/* Computes sums and weights of aggregate J. Threads with J >= c.n only take part in the shuffles.
 */
__device__ inline void weigh_by(const struct level &a, const struct level &c, uint32_t J,
                                uint32_t lane, int log_lanes)
{
    const uint32_t first = J < c.n ? a.start[J] : 0, end = J < c.n ? a.start[J + 1] : 0;
    double sum = members_sum(a, a.x, first, end, lane, log_lanes), b = 0;
    if (a.b) b = members_sum(a, a.b, first, end, lane, log_lanes);
    if (log_lanes) sum = __shfl_sync(~0u, sum, 0, 1 << log_lanes);
    for (uint32_t m = first + lane; m < end; m += 1u << log_lanes)
        a.next[a.member[m]] = sum > 0 ? a.x[a.member[m]] / sum : 1.0 / (end - first);
    if (lane != 0 || J >= c.n) return;
    c.x[J] = sum;
    if (a.b) c.b[J] = b;
}

/* Returns the part of a lane in the flow out of column J. */
__device__ inline double column_part(const struct level &c, uint32_t J, uint32_t lane,
                                     int log_lanes)
{
    double sum = 0;
    for (uint32_t k = c.out_start[J] + lane; k < c.out_start[J + 1]; k += 1u << log_lanes)
        sum -= c.val[c.out_entry[k]];
    return sum;
}
