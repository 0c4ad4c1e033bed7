#include "generators/vertices.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"

enum { FIRST_SLOTS = 1 << 12 };

#define TAG_MASK (~0ull << 34)

enum status vertices_create(const char *name, uint32_t words, struct vertices *out)
{
    *out = (struct vertices){.name = name, .words = words, .slots = FIRST_SLOTS};
    return allocate_zeroed(out->slots, sizeof *out->slot, "a set of states", &out->slot);
}

void vertices_free(struct vertices *vertices)
{
    free(vertices->key);
    free(vertices->slot);
    *vertices = (struct vertices){0};
}

static inline uint64_t hash(const struct vertices *vertices, const uint64_t *key)
{
    uint64_t h = random_mix(key[0]);
    for (uint32_t w = 1; w < vertices->words; w++) h = random_mix(h + key[w]);
    return h;
}

static inline bool same(const struct vertices *vertices, const uint64_t *a, const uint64_t *b)
{
    for (uint32_t w = 0; w < vertices->words; w++)
        if (a[w] != b[w]) return false;
    return true;
}

/* Inserts a vertex into a table that has room and does not contain the key. */
static void reinsert(struct vertices *vertices, uint32_t number)
{
    uint64_t h = hash(vertices, vertices->key + (uint64_t)number * vertices->words),
             at = h & (vertices->slots - 1);
    uint64_t wanted = (h & TAG_MASK) | VERTEX_IN_USE | number;
    for (;; at = (at + 1) & (vertices->slots - 1)) {
        uint64_t empty = 0;
        if (__atomic_compare_exchange_n(&vertices->slot[at], &empty, wanted, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return;
    }
}

static enum status enlarge_table(struct vertices *vertices, uint64_t slots)
{
    free(vertices->slot);
    vertices->slots = slots;
    MUST(allocate_zeroed(slots, sizeof *vertices->slot, "a set of states", &vertices->slot));
#pragma omp parallel for if (team_once(16 * vertices->count))
    for (uint64_t v = 0; v < vertices->count; v++) reinsert(vertices, (uint32_t)v);
    return OK;
}

static enum status vertices_check_size(const struct vertices *vertices, uint64_t wanted,
                                       uint64_t room, uint64_t slots)
{
    if (wanted >= UINT32_MAX || slots > 1ull << 32)
        return fail(ERROR_INPUT, "%s: %llu vertices and more are too many: indices have 32 bits",
                    vertices->name, (unsigned long long)vertices->count);
    return memory_must_fit(8.0 * ((double)room * vertices->words + (double)slots), vertices->name);
}

/* Keeps at least half of the slots empty. */
enum status vertices_reserve(struct vertices *vertices, uint64_t more)
{
    uint64_t slots = vertices->slots, room = vertices->room, wanted = vertices->count + more;
    while (slots < 2 * wanted) slots *= 2;
    if (room < wanted) room = wanted + wanted / 2;
    if (slots == vertices->slots && room == vertices->room) return OK;
    MUST(vertices_check_size(vertices, wanted, room, slots));
    MUST(reallocate(&vertices->key, room * vertices->words, sizeof *vertices->key, "the states"));
    vertices->room = room;
    if (slots > vertices->slots) MUST(enlarge_table(vertices, slots));
    return OK;
}

void vertices_expect(const struct vertices *vertices, const uint64_t *key)
{
    __builtin_prefetch(&vertices->slot[hash(vertices, key) & (vertices->slots - 1)], 1);
}

static inline const uint64_t *vertex_key_at(const struct vertices *vertices, const uint64_t *batch,
                                            uint64_t found)
{
    return (found & VERTEX_WAITING ? batch : vertices->key) +
           (uint64_t)(uint32_t)found * vertices->words;
}

/* Stores `at` in the slot if it is less than the position there, so the first position of a key
 * counts. */
static void keep_least(uint64_t *slot, uint64_t found, uint32_t at)
{
    while (found & VERTEX_WAITING && (uint32_t)found > at) {
        uint64_t less = (found & ~(uint64_t)UINT32_MAX) | at;
        if (__atomic_compare_exchange_n(slot, &found, less, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return;
    }
}

uint32_t vertices_insert(struct vertices *vertices, const uint64_t *batch, uint32_t position)
{
    const uint64_t *key = batch + (uint64_t)position * vertices->words;
    uint64_t h = hash(vertices, key), at = h & (vertices->slots - 1),
             tag = (h & TAG_MASK) | VERTEX_IN_USE;
    for (;; at = (at + 1) & (vertices->slots - 1)) {
        uint64_t *slot = &vertices->slot[at], found = __atomic_load_n(slot, __ATOMIC_RELAXED);
        if (!found && __atomic_compare_exchange_n(slot, &found, tag | VERTEX_WAITING | position,
                                                  false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return (uint32_t)at;
        if ((found & (TAG_MASK | VERTEX_IN_USE)) != tag ||
            !same(vertices, key, vertex_key_at(vertices, batch, found)))
            continue;
        keep_least(slot, found, position);
        return (uint32_t)at;
    }
}

void vertices_accept(struct vertices *vertices, uint32_t slot, const uint64_t *batch, uint32_t at,
                     uint32_t number)
{
    size_t bytes = vertices->words * sizeof *batch;
    memcpy(vertices->key + (uint64_t)number * vertices->words,
           batch + (uint64_t)at * vertices->words, bytes);
    uint64_t tag = vertices->slot[slot] & (TAG_MASK | VERTEX_IN_USE);
    __atomic_store_n(&vertices->slot[slot], tag | number, __ATOMIC_RELAXED);
}
