/* Data of the builder of layout sdia while it fills the arrays. */
#pragma once

#include "solvers/layouts/dictionary.h"
#include "solvers/layouts/frequent.h"
#include "solvers/layouts/sdia/sdia.h"
#include "solvers/solve.h"

/* A pair is one 64-bit key: its offset, shifted so that keys ascend with it, and the index of its
 * value. */
struct sdia_builder {
    const struct matrix *a;
    struct stored *out;
    uint32_t slices, rows; /* rows of a slice */
    struct dictionary values;
    uint16_t *index;  /* for each entry: the index of its value */
    uint16_t *length; /* number of pairs of each slice; 0 for slices in the remainder */
    uint64_t *start;  /* slices + 1 entries: start of the keys of each slice */
    uint64_t *key;
    struct frequent frequent;
    uint16_t *wide; /* number of pairs of each slice without a code of the dictionary (wide
                       pairs) */
    uint64_t wides;
    uint32_t *first_wide; /* first wide pair of each slice; NULL: there are none */
    uint32_t *rest;       /* bits of the rows in the remainder */
};

/* Number of slices that a thread takes at once: so no two threads write the same word of the
 * remainder's bits. */
enum { SDIA_AT_ONCE = 64 };
_Static_assert((SDIA_AT_ONCE * SDIA_VECTOR) % REMAINDER_GROUP == 0, "a word has two threads");

static inline uint32_t sdia_row(const struct sdia_builder *b, uint32_t s, uint32_t r)
{
    uint64_t i = (uint64_t)s * b->rows + r;
    return i < b->a->off.rows ? (uint32_t)i : b->a->off.rows;
}

/* Computes the key of an entry. Returns false if the offset does not fit into 32 bits. */
static inline bool sdia_key(const struct sdia_builder *b, uint32_t i, uint64_t k, uint64_t *key)
{
    int64_t offset = (int64_t)b->a->off.col[k] - (int64_t)row_owner(b->a, i) + ((int64_t)1 << 31);
    *key = (uint64_t)offset << 32 | b->index[k];
    return offset >= 0 && offset <= UINT32_MAX;
}

/* Fill the arrays of slices, codes and bits, for CUDA or for the CPU. */
enum status sdia_fill_slices(const struct sdia_builder *b);
enum status sdia_fill_words(const struct sdia_builder *b);
