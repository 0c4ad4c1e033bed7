#include "solvers/layouts/dictionary.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"
#include "solvers/solve.h"

struct slot {
    _Atomic uint64_t bits;
    uint32_t index;
};

/* Content of an empty slot: the bits of a NaN, which no matrix has. */
#define EMPTY UINT64_MAX

/* Smallest number of slots. Each thread may insert one number after there are too many, so small
 * tables need room beyond their numbers. */
enum { FEWEST_SLOTS = 1 << 14 };

static uint64_t numbers_bits(const struct numbers *of, double value)
{
    return real_bits(of->precision, of->reciprocals ? 1 / value : value);
}

/* Returns the slot that holds bits, or the empty slot for them. */
static size_t dictionary_find_slot(const struct dictionary *d, uint64_t bits)
{
    size_t at = random_mix(bits) & d->mask;
    for (;; at = (at + 1) & d->mask) {
        uint64_t seen = atomic_load_explicit(&d->slot[at].bits, memory_order_relaxed);
        if (seen == bits || seen == EMPTY) return at;
    }
}

/* Inserts bits; returns whether they are new. Any number of threads may insert at the same time. */
static bool dictionary_insert(struct dictionary *d, uint64_t bits)
{
    for (;;) {
        uint64_t seen = EMPTY;
        size_t at = dictionary_find_slot(d, bits);
        if (atomic_load_explicit(&d->slot[at].bits, memory_order_relaxed) == bits) return false;
        if (atomic_compare_exchange_strong(&d->slot[at].bits, &seen, bits)) return true;
    }
}

/* Inserts all numbers. Returns the number of distinct ones, or some number above `most`. */
static size_t insert_all(struct dictionary *d, size_t most)
{
    atomic_size_t count = 0;
#pragma omp parallel if (team_once(d->of.count))
    {
        uint64_t last = EMPTY;
#pragma omp for
        for (size_t k = 0; k < d->of.count; k++) {
            uint64_t bits = numbers_bits(&d->of, d->of.value[k]);
            if (bits == last || atomic_load_explicit(&count, memory_order_relaxed) > most) continue;
            if (dictionary_insert(d, bits)) atomic_fetch_add(&count, 1);
            last = bits;
        }
    }
    return count;
}

static int bits_ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static enum status dictionary_number_slots(struct dictionary *d)
{
    MUST(allocate(d->count, sizeof *d->number, "a dictionary", &d->number));
    size_t found = 0;
    for (size_t at = 0; at <= d->mask; at++)
        if (d->slot[at].bits != EMPTY) d->number[found++] = d->slot[at].bits;
    qsort(d->number, found, sizeof *d->number, bits_ascending);
    for (size_t k = 0; k < found; k++)
        d->slot[dictionary_find_slot(d, d->number[k])].index = (uint32_t)k;
    return OK;
}

/* Makes a table for up to `limit` numbers, and fills it until there are more. */
static enum status dictionary_fill(struct dictionary *d, size_t limit)
{
    size_t slots = FEWEST_SLOTS;
    while (slots / 2 < limit) slots *= 2;
    free(d->slot);
    d->mask = slots - 1;
    MUST(allocate(slots, sizeof *d->slot, "a dictionary", &d->slot));
    memset(d->slot, 0xff, slots * sizeof *d->slot);
    d->count = insert_all(d, limit);
    return OK;
}

/* Most matrices have few distinct numbers: the table starts small, and is made again if it is too
 * small. */
enum status dictionary_create(const struct numbers *of, size_t most, struct dictionary *out)
{
    enum { GROWTH = 16 };
    enum status status = OK;
    size_t expected = most < of->count ? most : of->count, limit = FEWEST_SLOTS / 2;
    *out = (struct dictionary){.of = *of};
    for (;; limit *= GROWTH) {
        if (limit > expected) limit = expected;
        TRY(dictionary_fill(out, limit));
        if (out->count <= limit || limit == expected) break;
    }
    if (out->count <= most) TRY(dictionary_number_slots(out));
out:
    if (status != OK) dictionary_free(out);
    return status;
}

void dictionary_free(struct dictionary *dictionary)
{
    free(dictionary->number);
    free(dictionary->slot);
    *dictionary = (struct dictionary){0};
}

uint32_t dictionary_index(const struct dictionary *dictionary, double value)
{
    return dictionary->slot[dictionary_find_slot(dictionary, numbers_bits(&dictionary->of, value))]
        .index;
}

enum status dictionary_store(const struct dictionary *dictionary, struct stored *out, int array)
{
    size_t size = real_size(out->precision);
    char *to;
    MUST(stored_array(out, array, dictionary->count, size, &to));
    for (size_t k = 0; k < dictionary->count; k++) {
        uint32_t narrow = (uint32_t)dictionary->number[k];
        memcpy(to + k * size,
               out->precision == F32 ? (const void *)&narrow : &dictionary->number[k], size);
    }
    return OK;
}
