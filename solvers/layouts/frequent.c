#include "solvers/layouts/frequent.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"

/* uses: number of times that the key occurs; once the table is complete, its index + 1, or 0 if it
 * was not kept. */
struct frequent_slot {
    _Atomic uint64_t key;
    _Atomic uint64_t uses;
};

/* As in solvers/layouts/dictionary.c: a table starts small, and has room for one key per thread
 * beyond its limit. */
enum { FEWEST_SLOTS = 1 << 14, GROWTH = 32, CACHE = 256 };

/* One pass that fills a table. */
struct filling {
    struct frequent *f;
    const _Atomic uint32_t *sketch; /* NULL: every key is counted */
    uint32_t least;                 /* otherwise only keys whose counter has reached this */
    size_t limit;
    atomic_size_t distinct;
};

static size_t frequent_find_slot(const struct frequent *f, uint64_t key)
{
    size_t at = random_mix(key) & f->mask;
    for (;; at = (at + 1) & f->mask) {
        uint64_t seen = atomic_load_explicit(&f->slot[at].key, memory_order_relaxed);
        if (seen == key || seen == FREQUENT_NONE) return at;
    }
}

static void frequent_add(struct filling *filling, uint64_t key, uint64_t uses)
{
    struct frequent *f = filling->f;
    if (uses == 0 ||
        atomic_load_explicit(&filling->distinct, memory_order_relaxed) > filling->limit)
        return;
    for (;;) {
        uint64_t seen = FREQUENT_NONE;
        size_t at = frequent_find_slot(f, key);
        bool there = atomic_load_explicit(&f->slot[at].key, memory_order_relaxed) == key;
        if (!there && !atomic_compare_exchange_strong(&f->slot[at].key, &seen, key)) continue;
        if (!there) atomic_fetch_add(&filling->distinct, 1);
        atomic_fetch_add_explicit(&f->slot[at].uses, uses, memory_order_relaxed);
        return;
    }
}

static size_t sketch_at(uint64_t key)
{
    return random_mix(key ^ 0x9e3779b97f4a7c15u) % FREQUENT_SKETCH;
}

static bool let_in(const struct filling *filling, uint64_t key)
{
    return key != FREQUENT_NONE &&
           (!filling->sketch || filling->sketch[sketch_at(key)] >= filling->least);
}

/* A key that a thread counts alone before it adds the count to the table. So few threads wait for
 * the slot of a frequent key. */
struct cached {
    uint64_t key, uses;
};

static void count_keys(struct filling *filling, const uint64_t *key, size_t count)
{
#pragma omp parallel if (team_once(count))
    {
        struct cached cache[CACHE] = {{0}}, *c = cache;
#pragma omp for schedule(static)
        for (size_t k = 0; k < count; k++) {
            if (c->key != key[k]) c = &cache[random_mix(key[k]) / FEWEST_SLOTS % CACHE];
            if (c->key != key[k] || c->uses == 0) {
                if (!let_in(filling, key[k])) continue;
                frequent_add(filling, c->key, c->uses);
                *c = (struct cached){.key = key[k]};
            }
            c->uses++;
        }
        for (int k = 0; k < CACHE; k++) frequent_add(filling, cache[k].key, cache[k].uses);
    }
}

/* Fills a table anew; *fits: at most filling->limit keys were let in. */
static enum status frequent_fill(struct filling *filling, const uint64_t *key, size_t count,
                                 bool *fits)
{
    struct frequent *f = filling->f;
    size_t slots = FEWEST_SLOTS;
    while (slots / 2 < filling->limit) slots *= 2;
    free(f->slot);
    f->mask = slots - 1;
    MUST(allocate_zeroed(slots, sizeof *f->slot, "a table of frequent keys", &f->slot));
    for (size_t at = 0; at < slots; at++) f->slot[at].key = FREQUENT_NONE;
    filling->distinct = 0;
    count_keys(filling, key, count);
    *fits = filling->distinct <= filling->limit;
    return OK;
}

/* Counts up; a counter stops at its largest number. */
static void count_into(_Atomic uint32_t *counter)
{
    uint32_t seen = atomic_load_explicit(counter, memory_order_relaxed);
    while (seen < UINT32_MAX && !atomic_compare_exchange_weak(counter, &seen, seen + 1)) continue;
}

static enum status fill_by_sketch(struct filling *filling, const uint64_t *key, size_t count)
{
    enum status status = OK;
    bool fits = false;
    _Atomic uint32_t *sketch;
    TRY(allocate_zeroed(FREQUENT_SKETCH, sizeof *sketch, "counters of keys", &sketch));
#pragma omp parallel for if (team_once(count))
    for (size_t k = 0; k < count; k++)
        if (key[k] != FREQUENT_NONE) count_into(&sketch[sketch_at(key[k])]);
    filling->sketch = sketch;
    filling->limit = FREQUENT_LIMIT;
    for (filling->least = 2; !fits; filling->least *= 2)
        TRY(frequent_fill(filling, key, count, &fits));
out:
    free(sketch);
    return status;
}

struct ranked {
    uint64_t key, uses;
};

static int by_uses(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->uses != y->uses) return x->uses > y->uses ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

/* Gives the key of every slot its index, or none. */
static void frequent_number_slots(struct frequent *f)
{
    for (size_t at = 0; at <= f->mask; at++) f->slot[at].uses = 0;
    for (size_t k = 0; k < f->count; k++) f->slot[frequent_find_slot(f, f->key[k])].uses = k + 1;
}

static enum status rank(struct frequent *f, size_t distinct, size_t most, size_t few)
{
    enum status status = OK;
    struct ranked *ranked;
    size_t found = 0;
    TRY(allocate(distinct, sizeof *ranked, "frequent keys", &ranked));
    for (size_t at = 0; at <= f->mask; at++)
        if (f->slot[at].key != FREQUENT_NONE)
            ranked[found++] = (struct ranked){f->slot[at].key, f->slot[at].uses};
    qsort(ranked, found, sizeof *ranked, by_uses);
    while (found > most || (distinct > few && found > 0 && ranked[found - 1].uses < 2)) found--;
    TRY(allocate(found, sizeof *f->key, "frequent keys", &f->key));
    TRY(allocate(found, sizeof *f->uses, "frequent keys", &f->uses));
    f->count = found;
    for (size_t k = 0; k < found; k++) {
        f->key[k] = ranked[k].key;
        f->uses[k] = ranked[k].uses;
    }
    frequent_number_slots(f);
out:
    free(ranked);
    return status;
}

enum status frequent_create(const uint64_t *key, size_t count, size_t most, size_t few,
                            struct frequent *out)
{
    enum status status = OK;
    bool fits = false;
    *out = (struct frequent){0};
    struct filling filling = {.f = out, .limit = FEWEST_SLOTS / 2};
    for (; !fits && filling.limit <= FREQUENT_LIMIT; filling.limit *= GROWTH)
        TRY(frequent_fill(&filling, key, count, &fits));
    if (!fits) TRY(fill_by_sketch(&filling, key, count));
    TRY(rank(out, filling.distinct, most, few));
out:
    if (status != OK) frequent_free(out);
    return status;
}

void frequent_free(struct frequent *frequent)
{
    free(frequent->key);
    free(frequent->uses);
    free(frequent->slot);
    *frequent = (struct frequent){0};
}

uint32_t frequent_index(const struct frequent *frequent, uint64_t key)
{
    if (key == FREQUENT_NONE) return UINT32_MAX;
    uint64_t uses = atomic_load_explicit(&frequent->slot[frequent_find_slot(frequent, key)].uses,
                                         memory_order_relaxed);
    return (uint32_t)uses - 1;
}
