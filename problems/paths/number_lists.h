/* Different lists of numbers, numbered from 0 in the order in which they are first met, and a memo
 * of results for pairs of numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Lists of `width` numbers each, or of any length if width is 0. Zeroed but for width: empty. */
struct number_lists {
    size_t width;
    uint32_t *number; /* of all lists, one after another */
    uint64_t used;    /* numbers of all lists */
    uint64_t *end;    /* for each list, if width is 0 */
    uint32_t *slot;   /* open addressing, linear probing: a list's number, or UINT32_MAX */
    uint64_t slots;   /* 0, or a power of two that is at least twice the count */
    uint32_t count;   /* lists, at most UINT32_MAX - 1 */
    size_t number_room, end_room;
};

void number_lists_free(struct number_lists *lists); /* leaves an empty one of the same width */

/* *out = the number of this list, which is added if it is new. list must not point into lists.
 * Errors: ERROR_HOST_MEMORY; ERROR_INPUT (too many). */
enum status number_lists_add(struct number_lists *lists, const uint32_t *list, size_t length,
                             uint32_t *out);

/* A list's numbers, until the next one is added, and how many they are. */
static inline const uint32_t *number_list(const struct number_lists *lists, uint32_t k)
{
    if (lists->width) return lists->number + lists->width * (uint64_t)k;
    return lists->number + (k ? lists->end[k - 1] : 0);
}
static inline size_t number_list_length(const struct number_lists *lists, uint32_t k)
{
    return lists->width ? lists->width : (size_t)(lists->end[k] - (k ? lists->end[k - 1] : 0));
}

/* Results for pairs of numbers. Zeroed but for pairs.width = 2: empty. */
struct memo {
    struct number_lists pairs;
    uint32_t *result; /* for each pair; UNKNOWN_RESULT: none yet */
    size_t room;
};

#define UNKNOWN_RESULT UINT32_MAX

/* *at = the index in memo->result for this pair, which is added if it is new. */
enum status memo_find(struct memo *memo, uint32_t a, uint32_t b, uint32_t *at);
void memo_free(struct memo *memo);
