/* A set of state codes, and afterwards the rank of each code in it. It is either a bitmap over all
 * codes, or a hash table. Order of the calls:
 *
 *   codes_create
 *   codes_claim (many threads) and codes_admit (one), repeatedly
 *   codes_number
 *   codes_rank and codes_each (many threads); codes_take can replace the last two steps */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct codes {
    uint64_t limit; /* codes are below this */
    uint64_t count; /* size of the set; for a bitmap only known after codes_number */
    /* bitmap: one bit for each code; before[w]: number of codes below 64 w. NULL for a hash
     * table */
    uint64_t *bits;
    uint32_t *before;
    /* hash table: slots with code + 1, 0 = empty, and the rank of each after codes_number */
    uint64_t *slot;
    uint32_t *rank_of;
    uint64_t slots;   /* a power of two */
    uint64_t *sorted; /* the codes in order, after codes_number */
};

enum status codes_create(uint64_t limit, struct codes *out);
void codes_free(struct codes *codes);

/* Returns whether code may be new. A bitmap adds it at once; a hash table only looks. */
bool codes_claim(struct codes *codes, uint64_t code);

/* Adds claimed codes, and removes those that were claimed twice from the array (*count decreases).
 * Errors: ERROR_HOST_MEMORY. */
enum status codes_admit(struct codes *codes, uint64_t *code, uint64_t *count);

/* Computes the ranks. Errors: ERROR_HOST_MEMORY; ERROR_INPUT for more than 2^32 - 2 codes. */
enum status codes_number(struct codes *codes);

/* *out (new) = the codes of a hash table in ascending order, *count = their number. The set is
 * empty afterwards. Errors: ERROR_HOST_MEMORY. */
enum status codes_take(struct codes *codes, uint64_t **out, uint64_t *count);

/* Rank of a code in the set. */
uint32_t codes_rank(const struct codes *codes, uint64_t code);

/* Calls visit(context, rank, code) for ranks first .. last - 1 in order. */
void codes_each(const struct codes *codes, uint32_t first, uint32_t last,
                void (*visit)(void *context, uint32_t rank, uint64_t code), void *context);
