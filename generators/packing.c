#include "generators/packing.h"

/* Appends a field for 0 .. largest behind the first *used bits of the last word. */
static struct field packing_add_field(struct packing *packing, uint32_t *used, uint64_t largest)
{
    uint32_t bits = 0;
    while (largest >> bits) bits++;
    if (*used + bits > 64) {
        packing->words++;
        *used = 0;
    }
    struct field field = {
        .word = packing->words - 1, .shift = *used % 64, .mask = (1ull << bits) - 1};
    *used += bits;
    return field;
}

void packing_create(const struct space *space, uint32_t nstates, struct packing *out)
{
    uint32_t used = 0;
    *out = (struct packing){.space = space, .words = 1};
    for (int k = 0; k < space->count; k++)
        out->field[k] =
            packing_add_field(out, &used, (uint64_t)((int64_t)space->high[k] - space->low[k]));
    out->automaton = packing_add_field(out, &used, nstates - 1);
}

bool pack(const struct packing *packing, const int *state, uint64_t *key)
{
    const struct space *space = packing->space;
    bool fits = true;
    for (uint32_t w = 0; w < packing->words; w++) key[w] = 0;
    for (int k = 0; k < space->count; k++) {
        const struct field *field = &packing->field[k];
        fits &= state[k] >= space->low[k] && state[k] <= space->high[k];
        key[field->word] |= (uint64_t)(state[k] - space->low[k]) << field->shift;
    }
    return fits;
}

void unpack(const struct packing *packing, const uint64_t *key, int *state)
{
    const struct space *space = packing->space;
    for (int k = 0; k < space->count; k++) {
        const struct field *field = &packing->field[k];
        state[k] = space->low[k] + (int)(key[field->word] >> field->shift & field->mask);
    }
}
