/* Reductions over a grid by one kernel. Their order depends only on the size of the grid, so they
 * give the same bits every time. */
#pragma once

#include <cub/block/block_reduce.cuh>

#include "solvers/cuda/device.h"

template <int Threads, class V, class Op>
__device__ V block_reduction(V value, Op op)
{
    typedef cub::BlockReduce<V, Threads> reduce;
    __shared__ typename reduce::TempStorage storage;
    __syncthreads();
    return reduce(storage).Reduce(value, op);
}

/* *out = the reduction of the values of all threads, starting with V{}. Every thread of at most
 * DEVICE_PARTS blocks of `Threads` threads calls it once; V is at most DEVICE_WIDTH doubles. Each
 * block writes its part, and the last block to finish reduces all parts, always in the same order.
 */
template <int Threads, class V, class Op>
__device__ void grid_reduction(V value, Op op, struct device_sums *sums, V *out)
{
    static_assert(sizeof(V) <= DEVICE_WIDTH * sizeof(double), "parts lie in device_sums");
    __shared__ bool last;
    V *part = (V *)sums->part;
    value = block_reduction<Threads>(value, op);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = value;
        __threadfence();
        last = atomicAdd(&sums->arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    value = {};
    for (unsigned k = threadIdx.x; k < gridDim.x; k += Threads) value = op(value, part[k]);
    value = block_reduction<Threads>(value, op);
    if (threadIdx.x == 0) {
        *out = value;
        sums->arrived = 0;
    }
}
