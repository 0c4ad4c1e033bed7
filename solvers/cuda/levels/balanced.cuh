/* Work on rows or aggregates of very different lengths: a few threads for each, and a warp for each
 * that is too long for them. */
#pragma once

#include "solvers/cuda/levels/each.cuh"

/* Calls light(i, lane) in 2^log_lanes neighbouring threads for each i. These threads exchange
 * values, so they also call it for i >= n. If light returns false, a warp calls heavy(i, lane)
 * afterwards. */
template <class Light, class Heavy>
__global__ void call_balanced(uint64_t n, int log_lanes, Light light, Heavy heavy, const int *guard)
{
    __shared__ uint64_t waiting[EACH_THREADS];
    __shared__ int count;
    if (halted(guard)) return;
    const uint64_t i = ((uint64_t)blockIdx.x * EACH_THREADS + threadIdx.x) >> log_lanes;
    const uint32_t lane = threadIdx.x & ((1u << log_lanes) - 1);
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const bool done = light(i, lane);
    if (!done && lane == 0 && i < n) waiting[atomicAdd(&count, 1)] = i;
    __syncthreads();
    for (int k = (int)threadIdx.x / 32; k < count; k += EACH_THREADS / 32)
        heavy(waiting[k], threadIdx.x % 32);
}

template <class Light, class Heavy>
static enum status for_balanced(uint64_t n, int log_lanes, const char *name, Light light,
                                Heavy heavy)
{
    if (n == 0) return OK;
    call_balanced<<<(unsigned)(((n << log_lanes) + EACH_THREADS - 1) / EACH_THREADS), EACH_THREADS,
                    0, device_stream()>>>(n, log_lanes, light, heavy, device_guard());
    return device_launched(name);
}

/* Returns, in the first thread, the sum over 2^log_lanes neighbouring threads; the order is always
 * the same. */
__device__ inline double lanes_sum(double value, int log_lanes)
{
    for (int step = (1 << log_lanes) / 2; step > 0; step /= 2)
        value += __shfl_down_sync(~0u, value, step, 1 << log_lanes);
    return value;
}

/* Returns the binary logarithm of the threads per row, for `count` rows with so many entries
 * together. */
__host__ __device__ inline int lanes_for(uint64_t count, uint64_t entries)
{
    int lanes = 0;
    while (lanes < 5 && count << (lanes + 1) < entries) lanes++;
    return lanes;
}
