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
    FORMULA_TRUE = -1,
    FORMULA_FALSE = -2,
    FORMULA_NOT = -3,
    FORMULA_AND = -4,
    FORMULA_OR = -5
}; /* others: propositions */

struct formula {
    size_t first;
    uint32_t count;
};

struct formulas {
    int8_t *code;
    size_t count, room;
};

/* Names for formulas that may occur in a parsed formula as `@name`. find gets the name without '@'
 * and its length, and returns NULL if the name is unknown. */
struct formula_aliases {
    const struct formula *(*find)(const void *context, const char *name, size_t length);
    const void *context;
};

void formulas_free(struct formulas *formulas); /* accepts a zeroed one, leaves one */

/* Reads one formula from *text and moves *text to the first character that cannot continue the
 * formula, or to the end. Propositions must be below npropositions. aliases may be NULL. Errors:
 * ERROR_INPUT ("expected ..., found ..."), ERROR_HOST_MEMORY. */
enum status formula_parse(struct formulas *formulas, const char **text, uint32_t npropositions,
                          const struct formula_aliases *aliases, struct formula *out);

/* Returns whether the formula is true if bit k of valuation is the value of proposition k. */
bool formula_holds(const struct formulas *formulas, const struct formula *formula,
                   uint64_t valuation);
