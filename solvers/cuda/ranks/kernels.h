/* The kernels of a rank's GPU that NCCL does not bring. All work is enqueued on device_stream(). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out[k] = x[entry[k]] for k < count; numbers have `size` bytes, 4 or 8; all arrays are in device
 * memory. */
enum status rank_pack(const uint32_t *entry, uint32_t count, const void *x, size_t size, void *out);

/* out[w] = all[w] + all[width + w] + ... of `ranks` ranks, in this order. */
enum status rank_add(int ranks, int width, const double *all, double *out);

/* *word |= bits */
enum status rank_cast(int bits, int *word);

/* *out = the bits of all `ranks` words, *word = 0. out: pinned host memory. */
enum status rank_count(int ranks, const int *all, int *word, int *out);

/* *own = *mine, with the bit `stopped` added if *stop is set; stop: pinned host memory. */
enum status rank_look(const int *mine, const volatile int *stop, int stopped, int *own);

/* *total = the bits of all `ranks` words. If one of them has the bit `stopped`, or if *before
 * (NULL: none) ended the solve, only the bit `stopped` is taken. */
enum status rank_tell(int ranks, const int *all, const int *before, int stopped, int *total);

#ifdef __cplusplus
}
#endif
