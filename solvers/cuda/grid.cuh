/* Kernels whose blocks wait for each other: a launch that keeps all blocks on the card at once, and
 * their barrier. */
#pragma once

#include <cuda/atomic>

#include "solvers/cuda/device.h"

typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> grid_word_ref;

/* The two halves of barrier number k = 0, 1, ... of a launch whose word was zero at first, for one
 * thread of each block. It arrives when all threads of its block have; when await returns, all
 * blocks have arrived, and what they wrote before is visible. A word counts arrivals in its lower
 * half and votes in its upper half. When barrier k is reached, no block reads the word of k - 2 =
 * k + 1 (modulo 3) any more. */
__device__ inline void grid_arrive(grid_word *word, unsigned k, bool vote)
{
    if (blockIdx.x == 0) grid_word_ref(word->at[(k + 1) % 3]).store(0, cuda::memory_order_relaxed);
    grid_word_ref(word->at[k % 3])
        .fetch_add(1 + (vote ? 1ull << 32 : 0), cuda::memory_order_release);
}

/* Returns true if any block voted. */
__device__ inline bool grid_await(grid_word *word, unsigned k)
{
    grid_word_ref at(word->at[k % 3]);
    unsigned long long seen;
    do seen = at.load(cuda::memory_order_relaxed);
    while ((unsigned)seen < gridDim.x);
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    return seen >> 32;
}

/* The barrier. Returns true if any thread of the grid voted. All threads call it; memory that any
 * of them wrote before is visible to all afterwards. */
__device__ inline bool grid_vote(grid_word *word, unsigned k, bool vote)
{
    __shared__ bool any;
    bool mine = __syncthreads_or(vote);
    if (threadIdx.x == 0) {
        grid_arrive(word, k, mine);
        any = grid_await(word, k);
    }
    __syncthreads();
    return any;
}

/* Finds how many blocks of this kernel, with `shared` bytes of dynamic shared memory each, the
 * selected GPU can hold at once. ERROR_UNSUPPORTED if the GPU does not support such launches. */
template <class... Parameters>
static enum status grid_capacity(void (*kernel)(Parameters...), int threads, unsigned *blocks,
                                 size_t shared = 0)
{
    enum status status = OK;
    int device = 0, each = 0, cooperative = 0;
    TRY(device_status(cudaGetDevice(&device), "asking for the device"));
    TRY(device_status(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device),
                      "reading the device's properties"));
    if (!cooperative)
        return fail(ERROR_UNSUPPORTED,
                    "GPU %d has no cooperative launches, in which blocks can wait for each other",
                    device);
    TRY(device_status(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, (const void *)kernel, threads, shared),
        "asking how many blocks fit"));
    *blocks = device_multiprocessors() * (unsigned)each;
out:
    return status;
}

/* Returns the word for the barriers of the next kernel, cleared. */
static inline enum status grid_word_cleared(grid_word **word)
{
    *word = device_grid_word();
    return device_status(cudaMemsetAsync(*word, 0, sizeof **word, device_stream()), "clearing");
}

/* Launches blocks that are on the card at once, with `shared` bytes of dynamic shared memory each.
 */
template <class... Parameters>
static enum status grid_launch(void (*kernel)(Parameters...), unsigned blocks, int threads,
                               size_t shared, Parameters... parameters)
{
    void *list[] = {(void *)&parameters...};
    return device_status(cudaLaunchCooperativeKernel((const void *)kernel, dim3(blocks),
                                                     dim3(threads), list, shared, device_stream()),
                         "starting a kernel that stays");
}
