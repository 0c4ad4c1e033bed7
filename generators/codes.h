/* A set of state codes, and afterwards the rank of each code in it. It is all codes, or a bitmap
 * over them, or a hash table. Order of the calls:
 *
 *   codes_create; or codes_create_all, and then codes_number
 *   codes_reserve, codes_claim, codes_give_back (many threads) and codes_grow (one), repeatedly
 *   codes_number
 *   codes_rank and codes_each (many threads); codes_take can replace the last two steps */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct codes {
    uint64_t limit; /* codes are below this */
    uint64_t count; /* size of the set, after codes_number; of a hash table also before: the codes
                       that it has or that are reserved */
    bool all;       /* all codes are in the set, and their ranks are the codes */
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
void codes_create_all(uint64_t limit, struct codes *out);
void codes_free(struct codes *codes);

/* Reserves room for new codes. Returns false if the table must grow first. Afterwards each thread
 * gives back what it did not need: codes that it claimed were new only once. */
bool codes_reserve(struct codes *codes, uint64_t more);
void codes_give_back(struct codes *codes, uint64_t unused);

/* Doubles a hash table. Errors: ERROR_HOST_MEMORY. */
enum status codes_grow(struct codes *codes);

/* Adds a code, for which there must be room. Returns whether it is new. */
bool codes_claim(struct codes *codes, uint64_t code);

/* Computes the ranks. Errors: ERROR_HOST_MEMORY; ERROR_INPUT for more than 2^32 - 2 codes. */
enum status codes_number(struct codes *codes);

/* *out (new) = the codes of a hash table in ascending order, *count = their number. The set is
 * empty afterwards. Errors: ERROR_HOST_MEMORY. */
enum status codes_take(struct codes *codes, uint64_t **out, uint64_t *count);

/* Begins to load what codes_claim or codes_rank of this code will read. */
void codes_prefetch(const struct codes *codes, uint64_t code);

/* Rank of a code in the set. */
uint32_t codes_rank(const struct codes *codes, uint64_t code);

/* Calls visit(context, rank, code) for ranks first .. last - 1 in order. */
void codes_each(const struct codes *codes, uint32_t first, uint32_t last,
                void (*visit)(void *context, uint32_t rank, uint64_t code), void *context);
