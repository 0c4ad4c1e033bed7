/* The vertices found so far, as packed keys of a few words, with the number of each: a hash table
 * that many threads insert into at once.
 *
 * Keys come in batches. A key that is new waits in its batch, and of the positions where it stands
 * there the first one counts; so numbers given in the order of the batch do not depend on which
 * thread came first. For each batch: vertices_reserve (one thread), vertices_insert of every key
 * (many), vertices_is_first and vertices_accept of those that are (many), then vertices_number of
 * every slot (many). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct vertices {
    const char *name; /* of what is explored, for messages */
    uint32_t words;   /* of a key */
    uint64_t count;
    uint64_t *key; /* those of vertex v: from v words on */
    uint64_t room; /* vertices that key has space for */
    /* 0: empty; else IN_USE, a tag of the key's hash, and in the low 32 bits the vertex's number,
     * or its position in the batch while it is WAITING */
    uint64_t *slot;
    uint64_t slots; /* a power of two, at most 2^32 */
};

enum status vertices_create(const char *name, uint32_t words, struct vertices *out);
void vertices_free(struct vertices *vertices); /* accepts a zeroed one */

/* Makes room for a batch of `more` keys that may all be new. Errors: ERROR_HOST_MEMORY, ERROR_INPUT
 * (more than this machine's memory, or 2^32 - 1 vertices). */
enum status vertices_reserve(struct vertices *vertices, uint64_t more);

/* The slot of the key that stands at position `at` of the batch. */
uint32_t vertices_insert(struct vertices *vertices, const uint64_t *batch, uint32_t at);

/* Asks the memory for what vertices_insert will look at. */
void vertices_expect(const struct vertices *vertices, const uint64_t *key);

/* Whether position `at` of the batch is the first with the key of the slot, which is new. */
static inline bool vertices_is_first(const struct vertices *vertices, uint32_t slot, uint32_t at);

/* Gives the key at position `at` of the batch its number; vertices->count is to be raised by the
 * caller afterwards. */
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
