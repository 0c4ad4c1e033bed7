/* Kernels whose blocks wait for each other: a launch that keeps all blocks on the card at once, and
 * their barrier. */
#pragma once

#include <cuda/atomic>

#include "solvers/cuda/device.h"

/* Barrier number k = 0, 1, ... of a launch whose word was zero at first. Returns true if any thread
 * of the grid voted. All threads call it; memory that any of them wrote before is visible to all
 * afterwards. A word counts arrivals in its lower half and votes in its upper half. When barrier k
 * is reached, no block reads the word of k - 2 = k + 1 (modulo 3) any more. */
__device__ inline bool grid_vote(grid_word *word, unsigned k, bool vote)
{
    typedef cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> word_ref;
    __shared__ bool any;
    bool mine = __syncthreads_or(vote);
    if (threadIdx.x == 0) {
        word_ref at(word->at[k % 3]);
        if (blockIdx.x == 0) word_ref(word->at[(k + 1) % 3]).store(0, cuda::memory_order_relaxed);
        at.fetch_add(1 + (mine ? 1ull << 32 : 0), cuda::memory_order_release);
        unsigned long long seen;
        do seen = at.load(cuda::memory_order_relaxed);
        while ((unsigned)seen < gridDim.x);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        any = seen >> 32;
    }
    __syncthreads();
    return any;
}

/* Finds how many blocks of this kernel the selected GPU can hold at once. ERROR_UNSUPPORTED if the
 * GPU does not support such launches. */
template <class... Parameters>
static enum status grid_capacity(void (*kernel)(Parameters...), int threads, unsigned *blocks)
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
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, (const void *)kernel, threads, 0),
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

template <class... Parameters>
static enum status grid_launch(void (*kernel)(Parameters...), unsigned blocks, int threads,
                               Parameters... parameters)
{
    void *list[] = {(void *)&parameters...};
    return device_status(cudaLaunchCooperativeKernel((const void *)kernel, dim3(blocks),
                                                     dim3(threads), list, 0, device_stream()),
                         "starting a kernel that stays");
}
