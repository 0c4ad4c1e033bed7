/* The set of vertices found so far, as packed keys of a few words, and their numbers: a hash table
 * into which many threads insert at the same time.
 *
 * Keys come in batches. A new key is marked as waiting, with its position in the batch; if it
 * occurs several times, the first position counts. So numbers that are given in the order of the
 * batch do not depend on which thread came first. For each batch: vertices_reserve (one thread),
 * vertices_insert for every key (many threads), vertices_is_first and vertices_accept for the first
 * ones (many), then vertices_number for every slot (many). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct vertices {
    const char *name; /* name of the source, for messages */
    uint32_t words;   /* of a key */
    uint64_t count;
    uint64_t *key; /* the key of vertex v begins at word v * words */
    uint64_t room; /* number of vertices for which `key` has space */
    /* 0: empty; else IN_USE, a tag of the key's hash, and in the low 32 bits the number of the
     * vertex, or its position in the batch while it is WAITING */
    uint64_t *slot;
    uint64_t slots; /* a power of two, at most 2^32 */
};

enum status vertices_create(const char *name, uint32_t words, struct vertices *out);
void vertices_free(struct vertices *vertices); /* accepts a zeroed one */

/* Makes room for a batch of `more` keys that may all be new. Errors: ERROR_HOST_MEMORY, ERROR_INPUT
 * (more than this machine's memory, or 2^32 - 1 vertices). */
enum status vertices_reserve(struct vertices *vertices, uint64_t more);

/* Inserts the key at position `at` of the batch, if it is new; returns its slot. */
uint32_t vertices_insert(struct vertices *vertices, const uint64_t *batch, uint32_t at);

/* Prefetches the memory that vertices_insert will read for this key. */
void vertices_expect(const struct vertices *vertices, const uint64_t *key);

/* Returns whether the slot's key is new and position `at` of the batch is its first one. */
static inline bool vertices_is_first(const struct vertices *vertices, uint32_t slot, uint32_t at);

/* Gives the key at position `at` of the batch its number. The caller must increase vertices->count
 * afterwards. */
void vertices_accept(struct vertices *vertices, uint32_t slot, const uint64_t *batch, uint32_t at,
                     uint32_t number);

static inline uint32_t vertices_number(const struct vertices *vertices, uint32_t slot);

#define VERTEX_WAITING (1ull << 32)
#define VERTEX_IN_USE (1ull << 33)

static inline bool vertices_is_first(const struct vertices *vertices, uint32_t slot, uint32_t at)
{
    uint64_t found = __atomic_load_n(&vertices->slot[slot], __ATOMIC_RELAXED);
    return found & VERTEX_WAITING && (uint32_t)found == at;
}

static inline uint32_t vertices_number(const struct vertices *vertices, uint32_t slot)
{
    return (uint32_t)vertices->slot[slot];
}
