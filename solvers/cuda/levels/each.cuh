/* One thread for each of n rows, groups or entries. */
#pragma once

#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/device.h"

enum { EACH_THREADS = 256 };

template <class F>
__global__ void call_each(uint64_t n, F f, const int *guard)
{
    if (halted(guard)) return;
    const uint64_t i = (uint64_t)blockIdx.x * EACH_THREADS + threadIdx.x;
    if (i < n) f(i);
}

/* Enqueues f(i) for every i below n. */
template <class F>
static enum status for_each(uint64_t n, const char *name, F f)
{
    if (n == 0) return OK;
    call_each<<<(unsigned)((n + EACH_THREADS - 1) / EACH_THREADS), EACH_THREADS, 0,
                device_stream()>>>(n, f, device_guard());
    return device_launched(name);
}

/* Enqueues f(i, lane) in 2^log_lanes neighbouring threads of a warp for every i below n; they also
 * call it for i >= n, so that they can exchange values. */
template <class F>
__global__ void call_lanes(uint64_t n, int log_lanes, F f, const int *guard)
{
    if (halted(guard)) return;
    const uint64_t thread = (uint64_t)blockIdx.x * EACH_THREADS + threadIdx.x;
    f(thread >> log_lanes, (uint32_t)thread & ((1u << log_lanes) - 1));
}

template <class F>
static enum status for_lanes(uint64_t n, int log_lanes, const char *name, F f)
{
    if (n == 0) return OK;
    call_lanes<<<(unsigned)(((n << log_lanes) + EACH_THREADS - 1) / EACH_THREADS), EACH_THREADS, 0,
                 device_stream()>>>(n, log_lanes, f, device_guard());
    return device_launched(name);
}
