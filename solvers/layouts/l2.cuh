/* What L2 keeps of x, by an access policy window of each launch (CUDA C++ Programming Guide, "L2
 * Cache Control"). A launch in a captured graph keeps its window. Arithmetic does not change. */
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

extern "C" {
#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/layouts/l2.h"
#include "solvers/solve.h"
}

/* Sizes of the selected GPU, in bytes; 0: it cannot. */
struct l2_limits {
    int window;  /* largest window */
    int reserve; /* largest part that can be reserved */
};

static inline enum status l2_read_limits(struct l2_limits *out)
{
    int card;
    MUST(device_status(cudaGetDevice(&card), "asking for the GPU"));
    MUST(device_status(
        cudaDeviceGetAttribute(&out->window, cudaDevAttrMaxAccessPolicyWindowSize, card),
        "reading the largest window of L2"));
    return device_status(
        cudaDeviceGetAttribute(&out->reserve, cudaDevAttrMaxPersistingL2CacheSize, card),
        "reading the largest reserved part of L2");
}

/* Reserves at most `bytes`; false: this is not possible here, as under CUDA's multi-process
 * service.
 */
static inline bool l2_reserve(size_t bytes)
{
    const bool done = cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes) == cudaSuccess;
    if (!done) cudaGetLastError(); /* clears the error */
    return done;
}

/* upkeep.open: a->state is the window of a's x, without its address; NULL: launches have none.
 * Where the option has no effect, a->note says why. Errors: ERROR_HOST_MEMORY, ERROR_DEVICE. */
static inline enum status l2_open(struct stored *a)
{
    const enum l2_cache cache = ((const struct l2_options *)layout_options(&a->options))->cache;
    const size_t bytes = a->columns * real_size(a->precision);
    struct l2_limits most = {};
    struct cudaAccessPolicyWindow *window;
    if (cache == L2_PLAIN || !bytes) return OK;
    MUST(l2_read_limits(&most));
    const size_t reserved = bytes < (size_t)most.reserve ? bytes : (size_t)most.reserve;
    if (bytes > (size_t)most.window ||
        (cache == L2_RESERVE && !(reserved && l2_reserve(reserved)))) {
        snprintf(a->note, sizeof a->note,
                 "cache has no effect: x has %.0f MB; this GPU allows windows of %.0f MB and "
                 "reserves %.0f MB",
                 (double)bytes / 1e6, most.window / 1e6, most.reserve / 1e6);
        return OK;
    }
    MUST(allocate_zeroed(1, sizeof *window, "a window of L2", &a->state));
    window = (struct cudaAccessPolicyWindow *)a->state;
    window->num_bytes = bytes;
    window->hitRatio = cache == L2_RESERVE ? (float)((double)reserved / (double)bytes) : 1;
    window->hitProp = cache == L2_RESERVE ? cudaAccessPropertyPersisting : cudaAccessPropertyNormal;
    window->missProp = cudaAccessPropertyStreaming;
    return OK;
}

/* upkeep.close: gives a reserved part back to all data. */
static inline void l2_close(struct stored *a)
{
    if (((struct cudaAccessPolicyWindow *)a->state)->hitProp == cudaAccessPropertyPersisting) {
        cudaCtxResetPersistingL2Cache();
        l2_reserve(0);
    }
    free(a->state);
}

/* The window of a stored matrix, for the kernels of its layout. */
struct l2_window {
    const struct cudaAccessPolicyWindow *of; /* on the host; NULL: there is none */

    explicit l2_window(const struct stored *a) : of((const struct cudaAccessPolicyWindow *)a->state)
    {
    }

    /* Writes the attribute of a launch that reads x. Returns the number of attributes. */
    unsigned attribute(const void *x, cudaLaunchAttribute *out) const
    {
        if (!of) return 0;
        out->id = cudaLaunchAttributeAccessPolicyWindow;
        out->val.accessPolicyWindow = *of;
        out->val.accessPolicyWindow.base_ptr = (void *)x;
        return 1;
    }
};

static constexpr struct upkeep l2_upkeep = {NULL, l2_open, l2_close};
