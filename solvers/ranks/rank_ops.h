/* Operations of a place for ranks on GPUs, where each rank has such a place alone. Entries, sums
 * and votes go from GPU to GPU, not through the host. All ranks call these functions in the same
 * order. Work is enqueued in the place's stream. */
#pragma once

#include "solvers/ranks/ranks.h"

struct rank_ops {
    /* Called before the ranks meet. Returns OK, or ERROR_ENVIRONMENT with the missing part, for
     * this rank alone */
    enum status (*load)(void);
    /* Connects the GPUs of all ranks, once in a process, after all have loaded. Errors:
     * ERROR_DEVICE, ERROR_DEVICE_MEMORY, for this rank alone: the others may wait for it without
     * end */
    enum status (*meet)(void);
    void (*leave)(void); /* also called if they never met */
    /* name and version of the library that exchanges, such as "NCCL 2.28"; after load */
    const char *(*title)(void);
    /* Prepares exchanges for these local numbers; size: bytes of a number of a vector. local must
     * stay until dismiss, which may also be called after a failed prepare. Errors:
     * ERROR_HOST_MEMORY, ERROR_DEVICE_MEMORY, ERROR_DEVICE, for this rank alone */
    enum status (*prepare)(const struct rank_local *local, size_t size);
    void (*dismiss)(void);
    /* Enqueues the exchange of the halo of x; x has count + halo_count numbers in place memory */
    enum status (*exchange)(const void *x);
    /* Enqueues: out[w] = the sum of all ranks' out[w], added in their order; width <= NDOTS doubles
     * in place memory */
    enum status (*add)(int width, double *out);
    /* *votes = the bits that any rank has in *flag or in mine; *flag = 0. flag: place memory, NULL
     * for none. Waits for the place */
    enum status (*vote)(int *flag, int mine, int *votes);
};
