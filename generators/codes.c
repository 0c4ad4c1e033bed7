#include "generators/codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/random.h"
#include "base/team.h"

/* A bitmap of up to 2^30 codes with its counts takes at most 192 MB, and is faster than a table
 * with a tenth of the codes. */
#define LARGEST_BITMAP (1ull << 30)

enum { FIRST_SLOTS = 1 << 16 };

static uint64_t words_of(const struct codes *codes)
{
    return (codes->limit + 63) / 64;
}

/* *out (new) = empty slots, written by all threads, which then share the work of the first use. */
static enum status create_slots(uint64_t slots, uint64_t **out)
{
    MUST(allocate_large(slots, sizeof **out, "a set of states", out));
#pragma omp parallel for if (team_once(slots))
    for (uint64_t k = 0; k < slots; k++) (*out)[k] = 0;
    return OK;
}

enum status codes_create(uint64_t limit, struct codes *out)
{
    *out = (struct codes){.limit = limit};
    if (limit <= LARGEST_BITMAP)
        return allocate_zeroed(words_of(out), sizeof *out->bits, "a set of states", &out->bits);
    out->slots = FIRST_SLOTS;
    return create_slots(out->slots, &out->slot);
}

void codes_create_all(uint64_t limit, struct codes *out)
{
    *out = (struct codes){.limit = limit, .count = limit, .all = true};
}

void codes_free(struct codes *codes)
{
    free(codes->bits);
    free(codes->before);
    free(codes->slot);
    free(codes->rank_of);
    free(codes->sorted);
    *codes = (struct codes){0};
}

/* Adding codes */

/* Keeps at least half of the slots empty. */
bool codes_reserve(struct codes *codes, uint64_t more)
{
    if (codes->bits) return true;
    if (__atomic_add_fetch(&codes->count, more, __ATOMIC_RELAXED) <= codes->slots / 2) return true;
    codes_give_back(codes, more);
    return false;
}

void codes_give_back(struct codes *codes, uint64_t unused)
{
    if (!codes->bits) __atomic_fetch_sub(&codes->count, unused, __ATOMIC_RELAXED);
}

static uint64_t first_slot(uint64_t slots, uint64_t code)
{
    return random_mix(code) & (slots - 1);
}

/* Returns the slot that has code, or the empty slot for it. */
static uint64_t codes_find_slot(const uint64_t *slot, uint64_t slots, uint64_t code)
{
    uint64_t at = first_slot(slots, code);
    while (slot[at] && slot[at] != code + 1) at = (at + 1) & (slots - 1);
    return at;
}

/* Adds a code while other threads add theirs. Returns whether it is new. */
static bool insert(uint64_t *slot, uint64_t slots, uint64_t code)
{
    for (uint64_t at = first_slot(slots, code);; at = (at + 1) & (slots - 1)) {
        uint64_t there = __atomic_load_n(&slot[at], __ATOMIC_RELAXED);
        if (!there && __atomic_compare_exchange_n(&slot[at], &there, code + 1, false,
                                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            return true;
        if (there == code + 1) return false;
    }
}

enum status codes_grow(struct codes *codes)
{
    const uint64_t slots = 2 * codes->slots;
    uint64_t *slot;
    MUST(create_slots(slots, &slot));
#pragma omp parallel for if (team_once(16 * codes->slots))
    for (uint64_t k = 0; k < codes->slots; k++)
        if (codes->slot[k]) insert(slot, slots, codes->slot[k] - 1);
    free(codes->slot);
    codes->slot = slot;
    codes->slots = slots;
    return OK;
}

bool codes_claim(struct codes *codes, uint64_t code)
{
    if (!codes->bits) return insert(codes->slot, codes->slots, code);
    uint64_t mask = 1ull << code % 64, *word = &codes->bits[code / 64];
    if (__atomic_load_n(word, __ATOMIC_RELAXED) & mask) return false;
    return !(__atomic_fetch_or(word, mask, __ATOMIC_RELAXED) & mask);
}

/* Ranks */

/* An expression, because the first x86-64 processors have no instruction for it. */
static inline uint32_t count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (uint32_t)(x * 0x0101010101010101 >> 56);
}

/* The words are counted in parts, so that all threads can take some. */
enum { PARTS = 256 };

static uint64_t begin_of_part(uint64_t count, uint64_t part)
{
    return count * part / PARTS;
}

static enum status number_bits(struct codes *codes)
{
    const uint64_t words = words_of(codes);
    uint64_t before[PARTS + 1] = {0};
    MUST(allocate(words, sizeof *codes->before, "the numbers of states", &codes->before));
#pragma omp parallel for if (team_once(words))
    for (uint64_t part = 0; part < PARTS; part++) {
        uint64_t sum = 0;
        for (uint64_t w = begin_of_part(words, part); w < begin_of_part(words, part + 1); w++)
            sum += count_bits(codes->bits[w]);
        before[part + 1] = sum;
    }
    for (int part = 0; part < PARTS; part++) before[part + 1] += before[part];
    codes->count = before[PARTS];
    codes->all = codes->count == codes->limit;
#pragma omp parallel for if (team_once(words))
    for (uint64_t part = 0; part < PARTS; part++) {
        uint64_t sum = before[part];
        for (uint64_t w = begin_of_part(words, part); w < begin_of_part(words, part + 1); w++) {
            codes->before[w] = (uint32_t)sum;
            sum += count_bits(codes->bits[w]);
        }
    }
    return OK;
}

static int codes_ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The codes of a table are sorted by their upper bits first, into buckets. */
enum { BUCKETS = 1 << 12, SLOT_PARTS = 64 };

struct sorting {
    const struct codes *codes;
    int shift;    /* code >> shift is the bucket */
    uint32_t *at; /* for each part of the slots and each bucket: number of codes there, then where
                     the next one goes */
    uint64_t *out;
};

static uint32_t *cursor_of(const struct sorting *s, uint64_t part, uint64_t bucket)
{
    return &s->at[part * BUCKETS + bucket];
}

/* Counts the codes of a part of the slots in each bucket, or moves them. */
static void visit_slots(const struct sorting *s, uint64_t part, bool moves)
{
    const uint64_t *slot = s->codes->slot, slots = s->codes->slots,
                   end = slots * (part + 1) / SLOT_PARTS;
    for (uint64_t k = slots * part / SLOT_PARTS; k < end; k++) {
        if (!slot[k]) continue;
        const uint64_t code = slot[k] - 1;
        const uint32_t at = (*cursor_of(s, part, code >> s->shift))++;
        if (moves) s->out[at] = code;
    }
}

static void find_shift(struct sorting *s)
{
    const struct codes *codes = s->codes;
    uint64_t most = 0;
#pragma omp parallel for reduction(max : most) if (team_once(codes->slots))
    for (uint64_t k = 0; k < codes->slots; k++)
        if (codes->slot[k] > most) most = codes->slot[k];
    while ((most - (most > 0)) >> s->shift >= BUCKETS) s->shift++;
}

/* s->out = the codes in order. */
static enum status sort_slots(struct sorting *s)
{
    uint32_t sum = 0;
    find_shift(s);
#pragma omp parallel for if (team_once(s->codes->slots))
    for (uint64_t part = 0; part < SLOT_PARTS; part++) visit_slots(s, part, false);
    for (uint64_t bucket = 0; bucket < BUCKETS; bucket++)
        for (uint64_t part = 0; part < SLOT_PARTS; part++) {
            const uint32_t count = *cursor_of(s, part, bucket);
            *cursor_of(s, part, bucket) = sum;
            sum += count;
        }
#pragma omp parallel for if (team_once(s->codes->slots))
    for (uint64_t part = 0; part < SLOT_PARTS; part++) visit_slots(s, part, true);
#pragma omp parallel for schedule(dynamic) if (team_once(16 * s->codes->count))
    for (uint64_t bucket = 0; bucket < BUCKETS; bucket++) {
        if (!progress_hook_call(NULL, 0, 0)) continue;
        const uint32_t first = bucket ? *cursor_of(s, SLOT_PARTS - 1, bucket - 1) : 0,
                       end = *cursor_of(s, SLOT_PARTS - 1, bucket);
        qsort(s->out + first, end - first, sizeof *s->out, codes_ascending);
    }
    return progress_hook_check();
}

static enum status number_slots(struct codes *codes)
{
    struct sorting sorting = {.codes = codes};
    MUST(allocate(codes->count, sizeof *codes->sorted, "the states", &codes->sorted));
    MUST(allocate_large(codes->slots, sizeof *codes->rank_of, "the numbers of states",
                        &codes->rank_of));
    MUST(allocate_zeroed((size_t)SLOT_PARTS * BUCKETS, sizeof *sorting.at, "sorting", &sorting.at));
    sorting.out = codes->sorted;
    const enum status status = sort_slots(&sorting);
    free(sorting.at);
    MUST(status);
#pragma omp parallel for if (team_once(16 * codes->count))
    for (uint64_t rank = 0; rank < codes->count; rank++)
        codes->rank_of[codes_find_slot(codes->slot, codes->slots, codes->sorted[rank])] =
            (uint32_t)rank;
    return OK;
}

static enum status check_count(uint64_t count)
{
    if (count < UINT32_MAX) return OK;
    return fail(ERROR_INPUT, "%llu states are too many: indices have 32 bits",
                (unsigned long long)count);
}

enum status codes_number(struct codes *codes)
{
    if (codes->bits) MUST(number_bits(codes));
    MUST(check_count(codes->count));
    return codes->all || codes->bits ? OK : number_slots(codes);
}

/* Works in place, because a table is much larger than its codes. */
enum status codes_take(struct codes *codes, uint64_t **out, uint64_t *count)
{
    uint64_t kept = 0;
    for (uint64_t k = 0; k < codes->slots; k++)
        if (codes->slot[k]) codes->slot[kept++] = codes->slot[k] - 1;
    MUST(reallocate(&codes->slot, kept, sizeof *codes->slot, "a set of states"));
    qsort(codes->slot, kept, sizeof *codes->slot, codes_ascending);
    *out = codes->slot;
    *count = kept;
    codes->slot = NULL;
    codes_free(codes);
    return OK;
}

void codes_prefetch(const struct codes *codes, uint64_t code)
{
    if (codes->all) return;
    if (codes->bits) {
        __builtin_prefetch(&codes->bits[code / 64]);
        if (codes->before) __builtin_prefetch(&codes->before[code / 64]);
        return;
    }
    const uint64_t at = first_slot(codes->slots, code);
    __builtin_prefetch(&codes->slot[at]);
    if (codes->rank_of) __builtin_prefetch(&codes->rank_of[at]);
}

uint32_t codes_rank(const struct codes *codes, uint64_t code)
{
    if (codes->all) return (uint32_t)code;
    if (!codes->bits) return codes->rank_of[codes_find_slot(codes->slot, codes->slots, code)];
    uint64_t below = codes->bits[code / 64] & ((1ull << code % 64) - 1);
    return codes->before[code / 64] + count_bits(below);
}

/* Returns the last word with at most rank codes before it. */
static uint64_t word_of(const struct codes *codes, uint32_t rank)
{
    uint64_t low = 0, high = words_of(codes);
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (codes->before[middle] <= rank) low = middle;
        else high = middle;
    }
    return low;
}

void codes_each(const struct codes *codes, uint32_t first, uint32_t last,
                void (*visit)(void *context, uint32_t rank, uint64_t code), void *context)
{
    uint32_t rank = first;
    if (codes->all || !codes->bits) {
        for (; rank < last; rank++) visit(context, rank, codes->all ? rank : codes->sorted[rank]);
        return;
    }
    for (uint64_t w = word_of(codes, first); rank < last; w++) {
        uint32_t here = codes->before[w];
        for (uint64_t bits = codes->bits[w]; bits && rank < last; bits &= bits - 1, here++)
            if (here >= first) visit(context, rank++, w * 64 + (uint64_t)__builtin_ctzll(bits));
    }
}
