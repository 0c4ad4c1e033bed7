#include "generators/codes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
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

enum status codes_create(uint64_t limit, struct codes *out)
{
    *out = (struct codes){.limit = limit};
    if (limit <= LARGEST_BITMAP)
        return allocate_zeroed(words_of(out), sizeof *out->bits, "a set of states", &out->bits);
    out->slots = FIRST_SLOTS;
    return allocate_zeroed(out->slots, sizeof *out->slot, "a set of states", &out->slot);
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

/* Returns the slot that has code, or the empty slot for it. */
static uint64_t codes_find_slot(const uint64_t *slot, uint64_t slots, uint64_t code)
{
    uint64_t at = random_mix(code) & (slots - 1);
    while (slot[at] && slot[at] != code + 1) at = (at + 1) & (slots - 1);
    return at;
}

bool codes_claim(struct codes *codes, uint64_t code)
{
    if (!codes->bits) return codes->slot[codes_find_slot(codes->slot, codes->slots, code)] == 0;
    uint64_t mask = 1ull << code % 64, *word = &codes->bits[code / 64];
    if (__atomic_load_n(word, __ATOMIC_RELAXED) & mask) return false;
    return !(__atomic_fetch_or(word, mask, __ATOMIC_RELAXED) & mask);
}

/* Makes room for more codes; keeps at least half of the slots empty. */
static enum status codes_make_room(struct codes *codes, uint64_t more)
{
    uint64_t slots = codes->slots, *slot;
    while (slots < 2 * (codes->count + more)) slots *= 2;
    if (slots == codes->slots) return OK;
    MUST(allocate_zeroed(slots, sizeof *slot, "a set of states", &slot));
    for (uint64_t k = 0; k < codes->slots; k++)
        if (codes->slot[k]) slot[codes_find_slot(slot, slots, codes->slot[k] - 1)] = codes->slot[k];
    free(codes->slot);
    codes->slot = slot;
    codes->slots = slots;
    return OK;
}

enum status codes_admit(struct codes *codes, uint64_t *code, uint64_t *count)
{
    uint64_t kept = 0;
    if (codes->bits) return OK;
    MUST(codes_make_room(codes, *count));
    for (uint64_t k = 0; k < *count; k++) {
        uint64_t *slot = &codes->slot[codes_find_slot(codes->slot, codes->slots, code[k])];
        if (*slot) continue;
        *slot = code[k] + 1;
        code[kept++] = code[k];
    }
    codes->count += kept;
    *count = kept;
    return OK;
}

static enum status number_bits(struct codes *codes)
{
    uint64_t words = words_of(codes);
    MUST(allocate(words, sizeof *codes->before, "the numbers of states", &codes->before));
    for (uint64_t w = 0; w < words; w++) {
        codes->before[w] = (uint32_t)codes->count;
        codes->count += (uint64_t)__builtin_popcountll(codes->bits[w]);
    }
    return OK;
}

static int codes_ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static enum status codes_number_slots(struct codes *codes)
{
    MUST(allocate(codes->count, sizeof *codes->sorted, "the numbers of states", &codes->sorted));
    MUST(allocate(codes->slots, sizeof *codes->rank_of, "the numbers of states", &codes->rank_of));
    uint64_t kept = 0;
    for (uint64_t k = 0; k < codes->slots; k++)
        if (codes->slot[k]) codes->sorted[kept++] = codes->slot[k] - 1;
    qsort(codes->sorted, kept, sizeof *codes->sorted, codes_ascending);
#pragma omp parallel for if (team_once(16 * kept))
    for (uint64_t rank = 0; rank < kept; rank++)
        codes->rank_of[codes_find_slot(codes->slot, codes->slots, codes->sorted[rank])] =
            (uint32_t)rank;
    return OK;
}

enum status codes_number(struct codes *codes)
{
    enum status status = codes->bits ? number_bits(codes) : codes_number_slots(codes);
    if (status == OK && codes->count >= UINT32_MAX)
        return fail(ERROR_INPUT, "%llu states are too many: indices have 32 bits",
                    (unsigned long long)codes->count);
    return status;
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

uint32_t codes_rank(const struct codes *codes, uint64_t code)
{
    if (!codes->bits) return codes->rank_of[codes_find_slot(codes->slot, codes->slots, code)];
    uint64_t below = codes->bits[code / 64] & ((1ull << code % 64) - 1);
    return codes->before[code / 64] + (uint32_t)__builtin_popcountll(below);
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
    if (!codes->bits) {
        for (; rank < last; rank++) visit(context, rank, codes->sorted[rank]);
        return;
    }
    for (uint64_t w = word_of(codes, first); rank < last; w++) {
        uint32_t here = codes->before[w];
        for (uint64_t bits = codes->bits[w]; bits && rank < last; bits &= bits - 1, here++)
            if (here >= first) visit(context, rank++, w * 64 + (uint64_t)__builtin_ctzll(bits));
    }
}
