/* States packed into words. Each variable of a space is a field with as many bits as its range
 * needs, within one word. The number of the automaton's state comes last. */
#pragma once

#include "generators/model.h"

struct packing {
    const struct space *space; /* borrowed */
    uint32_t words;
    struct field {
        uint32_t word, shift;
        uint64_t mask; /* before the shift */
    } field[MAX_VARIABLES], automaton;
};

/* nstates: number of the automaton's states, at least 1. */
void packing_create(const struct space *space, uint32_t nstates, struct packing *out);

/* Packs state; the automaton's state in key is 0. Returns false if a value is out of its range. */
bool pack(const struct packing *packing, const int *state, uint64_t *key);
void unpack(const struct packing *packing, const uint64_t *key, int *state);

static inline uint32_t packed_automaton(const struct packing *packing, const uint64_t *key)
{
    const struct field *q = &packing->automaton;
    return (uint32_t)(key[q->word] >> q->shift & q->mask);
}

static inline void pack_automaton(const struct packing *packing, uint32_t state, uint64_t *key)
{
    const struct field *q = &packing->automaton;
    key[q->word] = (key[q->word] & ~(q->mask << q->shift)) | (uint64_t)state << q->shift;
}
