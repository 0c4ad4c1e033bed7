/* What the builder of layout sdia has at hand while it fills the arrays. */
#pragma once

#include "solvers/layouts/dictionary.h"
#include "solvers/layouts/frequent.h"
#include "solvers/layouts/sdia/sdia.h"
#include "solvers/solve.h"

/* A pair is one key: its offset, moved so that keys ascend with it, and the index of its value. */
struct sdia_builder {
    const struct matrix *a;
    struct stored *out;
    uint32_t slices, rows; /* of a slice */
    struct dictionary values;
    uint16_t *length; /* pairs of each slice; those of the remainder have none */
    uint64_t *start;  /* slices + 1: where the keys of each slice begin */
    uint64_t *key;
    struct frequent frequent;
    uint16_t *wide; /* pairs of each slice that have no code of the dictionary */
    uint64_t wides;
    uint32_t *first_wide; /* of each slice among all pairs; NULL: none is wide */
    uint32_t *rest;       /* bits of the rows in the remainder */
};

/* Slices that a thread takes at once: no word of the remainder's bits has two threads. */
enum { SDIA_AT_ONCE = 64 };
_Static_assert((SDIA_AT_ONCE * SDIA_VECTOR) % REMAINDER_GROUP == 0, "a word has two threads");

static inline uint32_t sdia_row(const struct sdia_builder *b, uint32_t s, uint32_t r)
{
    uint64_t i = (uint64_t)s * b->rows + r;
    return i < b->a->off.n ? (uint32_t)i : b->a->off.n;
}

/* false: the offset is beyond 32 bits. */
static inline bool sdia_key(const struct sdia_builder *b, uint32_t i, uint64_t k, uint64_t *key)
{
    int64_t offset =
        (int64_t)b->a->off.col[k] - ((int64_t)b->out->first_row + i) + ((int64_t)1 << 31);
    *key = (uint64_t)offset << 32 | dictionary_index(&b->values, b->a->off.val[k]);
    return offset >= 0 && offset <= UINT32_MAX;
}

/* The arrays of slices, codes and bits, for CUDA or for the CPU. */
enum status sdia_fill_slices(const struct sdia_builder *b);
enum status sdia_fill_words(const struct sdia_builder *b);
