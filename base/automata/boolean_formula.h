/* Boolean formulas over propositions, as automata carry them on their edges: `0 & !1 | t` in the
 * notation of the Hanoi Omega-Automata format, version 1, where numbers name propositions, t and f
 * are constants, ! binds more tightly than &, and & more tightly than |.
 *
 * Formulas are kept in postfix notation, many in one pool. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { MAX_PROPOSITIONS = 64 };

enum {
    GUARD_TRUE = -1,
    GUARD_FALSE = -2,
    GUARD_NOT = -3,
    GUARD_AND = -4,
    GUARD_OR = -5
}; /* others: propositions */

struct guard {
    size_t first;
    uint32_t count;
};

struct guards {
    int8_t *code;
    size_t count, room;
};

/* Names for formulas that may occur in a parsed formula as `@name`. find gets the name without '@'
 * and its length, and returns NULL if the name is unknown. */
struct guard_aliases {
    const struct guard *(*find)(const void *context, const char *name, size_t length);
    const void *context;
};

void guards_free(struct guards *formulas); /* accepts a zeroed one, leaves one */

/* Reads one formula from *text and moves *text to the first character that cannot continue the
 * formula, or to the end. Propositions must be below npropositions. aliases may be NULL. Errors:
 * ERROR_INPUT ("expected ..., found ..."), ERROR_HOST_MEMORY. */
enum status guard_parse(struct guards *formulas, const char **text, uint32_t npropositions,
                          const struct guard_aliases *aliases, struct guard *out);

/* Returns whether the formula is true if bit k of valuation is the value of proposition k. */
bool guard_holds(const struct guards *formulas, const struct guard *formula,
                   uint64_t valuation);
