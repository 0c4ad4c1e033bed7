/* Exact solution of the coarsest level by one block of ELIMINATE_THREADS: Grassmann, Taksar and
 * Heyman (1985) for long runs, else LU without pivoting, because A is an M-matrix.
 * solvers/cpu/levels_eliminate.c has the same in plain loops. */
#pragma once

extern "C" {
#include "solvers/multilevel/levels.h"
}

enum {
    ELIMINATE_THREADS = 1024,
    WARPS = ELIMINATE_THREADS / 32,
    WIDTH = LEVEL_COARSEST,
    EACH = WIDTH / 32 /* numbers of a row per lane */
};

#define LEAST 1e-280

static_assert(WIDTH % 32 == 0, "lanes share a row evenly");

__device__ inline void clear(double *dense, uint32_t n)
{
    for (uint32_t k = threadIdx.x; k < n * WIDTH; k += blockDim.x) dense[k] = 0;
    __syncthreads();
}

__device__ inline double warp_sum(double value)
{
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(~0u, value, step);
    return value;
}

/* rate[j * WIDTH + i]: from j to i */
__device__ inline void fill_rates(const struct level &a, double *rate)
{
    clear(rate, a.n);
    for (uint32_t i = threadIdx.x; i < a.n; i += blockDim.x)
        for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++) rate[a.col[k] * WIDTH + i] = -a.val[k];
    __syncthreads();
}

/* Removes state k. Every warp sums all flows out of k, and updates its rows i. A flow below LEAST
 * counts as none, so that no share is infinite. */
__device__ inline void take_out(double *rate, uint32_t k, uint32_t warp, uint32_t lane)
{
    double from[EACH], sum = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const uint32_t j = lane + 32 * e;
        from[e] = j < k ? rate[k * WIDTH + j] : 0;
        sum += from[e];
    }
    sum = warp_sum(sum);
    for (uint32_t i = warp; i < k; i += WARPS) {
        double *const to = rate + i * WIDTH;
        const double share = sum >= LEAST ? to[k] / sum : 0;
        __syncwarp();
        if (lane == 0) to[k] = share;
        if (share == 0) continue;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t j = lane + 32 * e;
            if (j < k && j != i) to[j] += share * from[e];
        }
    }
}

/* The solution, shared by the lanes of one warp: each lane has, for its rows k = lane + 32 e, x and
 * the first state of the class. */
struct shares {
    double x[EACH];
    uint32_t first[EACH];
};

__device__ inline void put_back(const double *rate, uint32_t n, uint32_t lane, struct shares *s)
{
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        s->x[e] = 0;
        s->first[e] = lane + 32 * e;
    }
#pragma unroll
    for (int own = 0; own < EACH; own++)
        for (uint32_t l = 0; l < 32 && 32 * own + l < n; l++) {
            const uint32_t k = 32 * own + l;
            if (lane == l && s->first[own] == k) s->x[own] = 1;
            double x = __shfl_sync(~0u, s->x[own], l);
            const uint32_t first = __shfl_sync(~0u, s->first[own], l);
            if (x > 1e200) {
                x *= 1e-200;
#pragma unroll
                for (int e = 0; e < EACH; e++) s->x[e] *= 1e-200;
            }
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                const uint32_t i = lane + 32 * e;
                const double share = i > k && i < n ? rate[k * WIDTH + i] : 0;
                s->x[e] += x * share;
                if (share > 0 && s->first[e] == i) s->first[e] = first;
            }
        }
}

/* Scales each class to its old sum of x; a class that is too small for a double beside another one
 * does not change. */
__device__ inline void keep_sums(uint32_t n, uint32_t lane, const struct shares &s, double *x)
{
    for (uint32_t c = 0; c < n; c++) {
        double before = 0, now = 0;
        bool any = false;
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t i = lane + 32 * e;
            if (i >= n || s.first[e] != c) continue;
            any = true;
            before += x[i];
            now += s.x[e];
        }
        if (!__any_sync(~0u, any)) continue;
        before = warp_sum(before);
        now = warp_sum(now);
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t i = lane + 32 * e;
            if (i < n && s.first[e] == c && now > 0) x[i] = s.x[e] / now * before;
        }
    }
}

__device__ inline void solve_long_run(const struct level &a, double *rate)
{
    const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    fill_rates(a, rate);
    for (uint32_t k = a.n; k-- > 1;) {
        take_out(rate, k, warp, lane);
        __syncthreads();
    }
    if (warp > 0) return;
    struct shares s;
    put_back(rate, a.n, lane, &s);
    keep_sums(a.n, lane, s, a.x);
}

__device__ inline void fill_system(const struct level &a, double *dense, double *x)
{
    clear(dense, a.n);
    for (uint32_t i = threadIdx.x; i < a.n; i += blockDim.x) {
        dense[i * WIDTH + i] = a.diag[i];
        x[i] = a.b[i];
        for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++)
            dense[i * WIDTH + a.col[k]] = a.val[k];
    }
    __syncthreads();
}

/* Solves the system; x does not change if an entry of the solution is negative or not finite. */
__device__ inline void solve_system(const struct level &a, double *dense)
{
    __shared__ double x[WIDTH];
    const uint32_t n = a.n, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    fill_system(a, dense, x);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = k + 1 + warp; i < n; i += WARPS) {
            const double share = dense[i * WIDTH + k] / dense[k * WIDTH + k];
            for (uint32_t j = k + 1 + lane; j < n; j += 32)
                dense[i * WIDTH + j] -= share * dense[k * WIDTH + j];
            if (lane == 0) x[i] -= share * x[k];
        }
        __syncthreads();
    }
    for (uint32_t k = n; k-- > 0;) {
        if (threadIdx.x == 0) x[k] /= dense[k * WIDTH + k];
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < k; i += blockDim.x)
            x[i] -= dense[i * WIDTH + k] * x[k];
        __syncthreads();
    }
    const uint32_t i = threadIdx.x;
    const bool bad = i < n && !(x[i] >= 0 && isfinite(x[i]));
    if (!__syncthreads_or(bad) && i < n) a.x[i] = x[i];
}

/* All threads of the block call it. */
__device__ inline void eliminate_by_block(const struct level &a, double *dense)
{
    if (a.b) solve_system(a, dense);
    else solve_long_run(a, dense);
}
