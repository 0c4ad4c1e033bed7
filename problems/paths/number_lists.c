#include "problems/paths/number_lists.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

void number_lists_free(struct number_lists *lists)
{
    free(lists->number);
    free(lists->end);
    free(lists->slot);
    *lists = (struct number_lists){.width = lists->width};
}

static uint64_t hash(const uint32_t *list, size_t length)
{
    uint64_t h = length;
    for (size_t k = 0; k < length; k++) h = random_mix(h + 0x9e3779b97f4a7c15u + list[k]);
    return h;
}

/* Puts a list that is not in the table into it. */
static void put(struct number_lists *lists, uint32_t k)
{
    uint64_t at = hash(number_list(lists, k), number_list_length(lists, k));
    while (lists->slot[at & (lists->slots - 1)] != UINT32_MAX) at++;
    lists->slot[at & (lists->slots - 1)] = k;
}

/* Makes room in the table for one more. */
static enum status make_slots(struct number_lists *lists)
{
    enum { FEWEST = 16 };
    const uint64_t slots = lists->slots ? 2 * lists->slots : FEWEST;
    if (lists->slots >= 2 * ((uint64_t)lists->count + 1)) return OK;
    MUST(reallocate(&lists->slot, slots, sizeof *lists->slot, "a table of numbers"));
    lists->slots = slots;
    memset(lists->slot, 0xff, slots * sizeof *lists->slot);
    for (uint32_t k = 0; k < lists->count; k++) put(lists, k);
    return OK;
}

static enum status append(struct number_lists *lists, const uint32_t *list, size_t length)
{
    if (lists->count >= UINT32_MAX - 1)
        return fail(ERROR_INPUT, "too many states: at most %u can be numbered", UINT32_MAX - 1);
    MUST(reserve(&lists->number, &lists->number_room, lists->used + length, sizeof *lists->number,
                 "lists of numbers"));
    if (!lists->width) {
        MUST(reserve(&lists->end, &lists->end_room, (size_t)lists->count + 1, sizeof *lists->end,
                     "lists of numbers"));
        lists->end[lists->count] = lists->used + length;
    }
    if (length) memcpy(lists->number + lists->used, list, length * sizeof *list);
    lists->used += length;
    lists->count++;
    return OK;
}

enum status number_lists_add(struct number_lists *lists, const uint32_t *list, size_t length,
                             uint32_t *out)
{
    MUST(make_slots(lists));
    uint64_t at = hash(list, length);
    for (;; at++) {
        const uint32_t k = lists->slot[at & (lists->slots - 1)];
        if (k == UINT32_MAX) break;
        if (number_list_length(lists, k) != length) continue;
        if (length && memcmp(number_list(lists, k), list, length * sizeof *list)) continue;
        *out = k;
        return OK;
    }
    MUST(append(lists, list, length));
    *out = lists->count - 1;
    lists->slot[at & (lists->slots - 1)] = *out;
    return OK;
}

enum status memo_find(struct memo *memo, uint32_t a, uint32_t b, uint32_t *at)
{
    const uint32_t known = memo->pairs.count, pair[] = {a, b};
    MUST(reserve(&memo->result, &memo->room, (size_t)known + 1, sizeof *memo->result,
                 "known results"));
    MUST(number_lists_add(&memo->pairs, pair, 2, at));
    if (*at == known) memo->result[known] = UNKNOWN_RESULT;
    return OK;
}

void memo_free(struct memo *memo)
{
    number_lists_free(&memo->pairs);
    free(memo->result);
    memo->result = NULL;
    memo->room = 0;
}
