/* Sums and sorts of whole arrays in device memory, by CUB. Each one is enqueued; its *_bytes()
 * function returns the size of its temporary memory `temp`. */
#pragma once

#include "solvers/cuda/device.h"

#ifdef __cplusplus
extern "C" {
#endif

#include <stddef.h>
#include <stdint.h>

/* to[i] = the sum of the entries before i; in place if `to` is `from`. */
size_t exclusive_sum_bytes(uint64_t count);
enum status exclusive_sum(void *temp, size_t bytes, const uint64_t *from, uint64_t *to,
                          uint64_t count);

/* Sorts pairs by their keys, which are less than the argument `below`; equal keys keep their order.
 * keys[1] and values[1] are room of the same size. Afterwards keys[0] and values[0] are the result.
 */
size_t sort_pairs_bytes(uint64_t count);
enum status sort_pairs(void *temp, size_t bytes, uint32_t *keys[2], uint32_t *values[2],
                       uint64_t count, uint64_t below);

/* Sorts entries begin[s] .. end[s] - 1 of lists[0] for each s; lists[1] is room of the same size.
 * Afterwards lists[0] is the result. */
size_t sort_segments_bytes(uint64_t count, uint64_t segments);
enum status sort_segments(void *temp, size_t bytes, uint32_t *lists[2], uint64_t count,
                          uint64_t segments, const uint64_t *begin, const uint64_t *end);

/* Reads *there to *out on the host, after all work before is done. */
enum status read_number(const uint64_t *there, uint64_t *out);

/* Takes parts of one piece of memory in turn; each begins at a multiple of 256 bytes. at = NULL:
 * only counts the bytes. */
struct scratch_rest {
    char *at;
    size_t used;
};

static inline void *scratch_take(struct scratch_rest *rest, size_t bytes)
{
    void *there = rest->at ? rest->at + rest->used : NULL;
    rest->used += (bytes + 255) / 256 * 256;
    return there;
}

#ifdef __cplusplus
}
#endif
