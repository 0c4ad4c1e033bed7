/* PRISM's compact rows (CMSR). An entry is one 32-bit word, `column << shift | index of the value`,
 * where shift is the number of bits that index every distinct value. The reciprocals of the
 * diagonal are also a dictionary, with 16-bit indices. This takes 4 bytes per entry and 6 per row,
 * and the dictionaries.
 *
 * Layouts cmsr, cwl and chwl store such words in the order in which msr, wl and hwl store columns
 * and values. If a matrix has more than 2^(32 - shift) rows or 2^16 distinct reciprocals of
 * diagonal entries, it does not fit and is stored in the latter, as in PRISM. */
#pragma once

#include "solvers/layouts/dictionary.h"
#include "solvers/solve.h"

/* The arrays, in order: those of msr's or wl's starts, uint32_t word[], uint16_t diagonal[n], real
 * values[] and real inverses[]; in cwl and chwl the unknowns of rows. */
enum {
    COMPACT_STARTS,
    COMPACT_WORD,
    COMPACT_DIAGONAL,
    COMPACT_VALUES,
    COMPACT_INVERSES,
    COMPACT_OWNERS
};

enum { COMPACT_MOST_DIAGONALS = 1 << 16 };

/* Returns the number of bits of an index below count: ceil(log2(count)), and 0 for none. */
static inline unsigned compact_bits(uint64_t count)
{
    unsigned bits = 0;
    while (bits < 64 && count > (uint64_t)1 << bits) bits++;
    return bits;
}

/* Returns the shift, also for an uploaded matrix: arrays keep their sizes. */
static inline unsigned compact_shift(const struct stored *a)
{
    return compact_bits(a->array[COMPACT_VALUES].bytes / real_size(a->precision));
}

struct compact {
    unsigned shift;
    struct dictionary values;
};

extern const struct layout layout_cmsr, layout_cwl;

/* Fills the arrays after the words; the layout fills the words itself, by compact_word. *fits: this
 * matrix fits; if not, out->note says why. Errors: ERROR_HOST_MEMORY. */
enum status compact_create(const struct matrix *a, const struct layout *otherwise,
                           struct stored *out, struct compact *compact, bool *fits);
void compact_free(struct compact *compact); /* accepts a zeroed one, leaves one */

/* Returns the word of an entry; `value` must be a value of the matrix. */
uint32_t compact_word(const struct compact *compact, uint32_t column, double value);
