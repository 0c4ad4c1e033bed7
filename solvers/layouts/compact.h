/* PRISM's compact rows (CMSR): an entry is one 32-bit word, `column << shift | index of the value`,
 * where shift is the number of bits that index every distinct value; the diagonal's reciprocals are
 * a dictionary too, with 16-bit indices. 4 bytes an entry and 6 a row, and the dictionaries.
 *
 * Layouts cmsr, cwl and chwl hold such words in the order in which msr, wl and hwl hold columns and
 * values. A matrix with more than 2^(32 - shift) rows or 2^16 distinct reciprocals of diagonal
 * entries does not fit and is stored in the latter, as PRISM does it. */
#pragma once

#include "solvers/layouts/dictionary.h"
#include "solvers/solve.h"

/* The arrays, in order: those of msr's or wl's starts, uint32_t word[], uint16_t diagonal[n], real
 * values[] and real inverses[]. */
enum { COMPACT_STARTS, COMPACT_WORD, COMPACT_DIAGONAL, COMPACT_VALUES, COMPACT_INVERSES };

enum { COMPACT_MOST_DIAGONALS = 1 << 16 };

/* Bits that an index below count takes: ceil(log2(count)), and 0 for none. */
static inline unsigned compact_bits(uint64_t count)
{
    unsigned bits = 0;
    while (bits < 64 && count > (uint64_t)1 << bits) bits++;
    return bits;
}

/* The shift of an uploaded matrix too: arrays keep their sizes. */
static inline unsigned compact_shift(const struct stored *a)
{
    return compact_bits(a->array[COMPACT_VALUES].bytes / real_size(a->precision));
}

struct compact {
    unsigned shift;
    struct dictionary values;
};

extern const struct layout layout_cmsr, layout_cwl;

/* Fills the arrays behind the words; the words are for the layout to fill, from compact_word.
 * *fits: whether this matrix does; where it does not, out->note says why. Errors:
 * ERROR_HOST_MEMORY. */
enum status compact_create(const struct matrix *a, const struct layout *otherwise,
                           struct stored *out, struct compact *compact, bool *fits);
void compact_free(struct compact *compact); /* accepts a zeroed one, leaves one */

/* `value` must be one of the matrix. */
uint32_t compact_word(const struct compact *compact, uint32_t column, double value);
