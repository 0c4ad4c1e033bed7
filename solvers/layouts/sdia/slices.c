#include <string.h>

#include "base/team.h"
#include "solvers/layouts/sdia/builder.h"

/* On CUDA: 16-bit codes, and the bits of a row side by side */

static enum status sdia_fill_starts(const struct sdia_builder *b, uint32_t *lines)
{
    struct sdia_slice *slice;
    uint32_t code = 0;
    MUST(stored_array(b->out, SDIA_SLICES, (size_t)b->slices + 1, sizeof *slice, &slice));
    *lines = 0;
    for (uint32_t s = 0; s < b->slices; s++) {
        slice[s] = (struct sdia_slice){.code = code, .line = *lines};
        code += b->length[s];
        *lines += sdia_row_bytes(b->length[s]);
    }
    slice[b->slices] = (struct sdia_slice){.code = code, .line = *lines};
    return OK;
}

/* Fills the bits of a slice's rows, whose keys ascend. */
static void fill_bits(const struct sdia_builder *b, uint32_t s, uint8_t *bits)
{
    const uint64_t *key = b->key + b->start[s];
    for (uint32_t r = 0; r < SDIA_WARP; r++, bits += sdia_row_bytes(b->length[s])) {
        uint32_t i = sdia_row(b, s, r), end = sdia_row(b, s, r + 1), at = 0;
        for (uint64_t k = b->a->off.row[i]; k < b->a->off.row[end]; k++) {
            uint64_t next;
            sdia_key(b, i, k, &next);
            while (key[at] != next) at++;
            bits[at / 8] |= (uint8_t)(1u << at % 8);
        }
    }
}

enum status sdia_fill_slices(const struct sdia_builder *b)
{
    uint32_t lines;
    uint16_t *code;
    uint8_t *bits;
    MUST(sdia_fill_starts(b, &lines));
    const struct sdia_slice *slice = b->out->array[SDIA_SLICES].data;
    MUST(stored_array(b->out, SDIA_CODE, slice[b->slices].code, sizeof *code, &code));
    MUST(stored_array(b->out, SDIA_BITS, (size_t)lines * SDIA_WARP + sizeof(uint64_t), 1, &bits));
    memset(bits + (size_t)lines * SDIA_WARP, 0, sizeof(uint64_t));
#pragma omp parallel for schedule(dynamic, \
                                  SDIA_AT_ONCE) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t s = 0; s < b->slices; s++) {
        uint8_t *own = bits + (size_t)slice[s].line * SDIA_WARP;
        if (!b->length[s]) continue;
        for (uint32_t k = 0; k < b->length[s]; k++) {
            uint32_t index = frequent_index(&b->frequent, b->key[b->start[s] + k]);
            code[slice[s].code + k] = index == UINT32_MAX ? SDIA_WIDE : (uint16_t)index;
        }
        memset(own, 0, (size_t)(slice[s + 1].line - slice[s].line) * SDIA_WARP);
        fill_bits(b, s, own);
    }
    return OK;
}

/* On the CPU: a code and the bits of all rows in one word */

static void fill_slice(const struct sdia_builder *b, uint32_t s, uint32_t *word)
{
    const uint64_t *key = b->key + b->start[s];
    uint32_t wide = b->first_wide ? b->first_wide[s] : 0;
    for (uint32_t k = 0; k < b->length[s]; k++) {
        const uint32_t index = frequent_index(&b->frequent, key[k]);
        word[k] = (index == UINT32_MAX ? wide++ : index) << SDIA_VECTOR;
    }
    for (uint32_t r = 0; r < SDIA_VECTOR; r++) {
        uint32_t i = sdia_row(b, s, r), end = sdia_row(b, s, r + 1), at = 0;
        for (uint64_t k = b->a->off.row[i]; k < b->a->off.row[end]; k++) {
            uint64_t next;
            sdia_key(b, i, k, &next);
            while (key[at] != next) at++;
            word[at] |= 1u << r;
        }
    }
}

enum status sdia_fill_words(const struct sdia_builder *b)
{
    uint32_t *start, *word;
    MUST(stored_array(b->out, SDIA_SLICES, (size_t)b->slices + 1, sizeof *start, &start));
    start[0] = 0;
    for (uint32_t s = 0; s < b->slices; s++) start[s + 1] = start[s] + b->length[s];
    MUST(stored_array(b->out, SDIA_CODE, (size_t)start[b->slices] + SDIA_PADDING, sizeof *word,
                      &word));
    memset(word + start[b->slices], 0, SDIA_PADDING * sizeof *word);
#pragma omp parallel for schedule(dynamic, \
                                  SDIA_AT_ONCE) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t s = 0; s < b->slices; s++)
        if (b->length[s]) fill_slice(b, s, word + start[s]);
    return OK;
}
