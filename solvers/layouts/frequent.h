/* The most frequent ones among many 64-bit keys, for layouts that store a short code for them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* A key that is not counted. */
#define FREQUENT_NONE UINT64_MAX

struct frequent {
    size_t count;   /* keys kept */
    uint64_t *key;  /* by descending uses; keys with equal uses ascend */
    uint64_t *uses; /* how often each occurs */
    struct frequent_slot *slot;
    size_t mask; /* slots - 1: open addressing with linear probing */
};

/* Keeps the `most` (below 2^32 - 1) most frequent keys, or all if there are fewer. Keys that occur
 * once are kept only if at most `few` are distinct. Runs in parallel, with the same result for
 * every number of threads. Memory does not grow with the keys: if more than FREQUENT_LIMIT are
 * distinct, each key is counted in one of FREQUENT_SKETCH counters, and keys whose counter stays
 * below 2, 4, 8, ... are left out until the others are few enough. Errors: ERROR_HOST_MEMORY. */
enum { FREQUENT_LIMIT = 1 << 18, FREQUENT_SKETCH = 1 << 20 };
enum status frequent_create(const uint64_t *key, size_t count, size_t most, size_t few,
                            struct frequent *out);
void frequent_free(struct frequent *frequent); /* accepts a zeroed one, leaves one */

/* Returns the index of a key among those kept, or UINT32_MAX. */
uint32_t frequent_index(const struct frequent *frequent, uint64_t key);
