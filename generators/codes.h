/* A set of state codes, and afterwards the rank of each code in it. Two forms: a bitmap over all
 * codes, or a hash table.
 *
 *   codes_create
 *   again and again codes_claim (many threads) and codes_admit (one)
 *   codes_number
 *   codes_rank and codes_each (many threads); or codes_take in place of these */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct codes {
    uint64_t limit; /* codes are below this */
    uint64_t count; /* in the set; the bitmap form knows after codes_number only */
    /* bitmap: one bit a code; before[w] = codes below 64 w. NULL for the hash form */
    uint64_t *bits;
    uint32_t *before;
    /* hash: slots of code + 1, 0 = empty, and the rank of each after codes_number */
    uint64_t *slot;
    uint32_t *rank_of;
    uint64_t slots;   /* a power of two */
    uint64_t *sorted; /* the codes in order, after codes_number */
};

enum status codes_create(uint64_t limit, struct codes *out);
void codes_free(struct codes *codes);

/* Whether code may be new. A bitmap takes it in at once; a hash table only looks. */
bool codes_claim(struct codes *codes, uint64_t code);

/* Takes in claimed codes, and drops those from the array (*count becomes less) that were claimed
 * twice. Errors: ERROR_HOST_MEMORY. */
enum status codes_admit(struct codes *codes, uint64_t *code, uint64_t *count);

/* Fixes the ranks. Errors: ERROR_HOST_MEMORY; ERROR_INPUT beyond 2^32 - 2 codes. */
enum status codes_number(struct codes *codes);

/* *out (new) = the codes of a hash table in ascending order, *count of them; the set is empty then.
 * Errors: ERROR_HOST_MEMORY. */
enum status codes_take(struct codes *codes, uint64_t **out, uint64_t *count);

/* Rank of a code of the set. */
uint32_t codes_rank(const struct codes *codes, uint64_t code);

/* Calls visit(context, rank, code) for ranks first .. last - 1 in order. */
void codes_each(const struct codes *codes, uint32_t first, uint32_t last,
                void (*visit)(void *context, uint32_t rank, uint64_t code), void *context);
