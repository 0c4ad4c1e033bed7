/* What ranks on GPUs ask of the place that each is by itself, so that entries, sums and votes go
 * from GPU to GPU and not through the host. All ranks call these functions in the same order. What
 * is enqueued goes where the place's work is. */
#pragma once

#include "solvers/ranks/ranks.h"

struct rank_ops {
    /* Before the ranks meet: OK, or ERROR_ENVIRONMENT with what is missing. Of this rank alone */
    enum status (*load)(void);
    /* The GPUs of all ranks meet, once in a process; all have loaded. Errors: ERROR_DEVICE,
     * ERROR_DEVICE_MEMORY, of this rank alone: the others may wait for it without end */
    enum status (*meet)(void);
    void (*leave)(void); /* also where they never met */
    /* "NCCL 2.28": by what they exchange; once loaded */
    const char *(*title)(void);
    /* Makes what exchanges for these local numbers need; size: bytes of a number of a vector. local
     * stays until dismiss, which also accepts a prepare that failed. Errors: ERROR_HOST_MEMORY,
     * ERROR_DEVICE_MEMORY, ERROR_DEVICE, of this rank alone */
    enum status (*prepare)(const struct rank_local *local, size_t size);
    void (*dismiss)(void);
    /* Enqueues: brings the halo of x, count + halo_count numbers in place memory */
    enum status (*exchange)(const void *x);
    /* Enqueues: out[w] = the sum of all ranks' out[w], added in their order; width <= NDOTS doubles
     * in place memory */
    enum status (*add)(int width, double *out);
    /* *votes = the bits that any rank has in *flag or in mine; *flag = 0. flag: place memory, NULL
     * for none. Waits for the place */
    enum status (*vote)(int *flag, int mine, int *votes);
};
