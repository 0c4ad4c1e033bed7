/* A square sparse matrix while a reader finds its entries one by one, in at most about twice the
 * memory of the result.
 *
 * As long as rows do not fall back, entries go straight into the arrays of the final CSR, and each
 * finished row is sorted and its duplicates are added up in their order in the file; so reading
 * takes little more than the CSR. From the first row that falls back on, the same arrays keep the
 * entries in the order of the file, with the row of each beside them (20 bytes an entry, where the
 * CSR takes 12); the end brings them into their rows in place. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"
#include "datasets/text/lines.h"
#include "datasets/text/row_sort.h"

struct entries {
    const struct lines *lines; /* borrowed, for messages */
    uint64_t capacity, count;
    struct csr csr;     /* `count` entries are valid; while in order, row[0 .. row] too */
    uint32_t row;       /* the one being filled */
    bool descends;      /* its columns so far are not strictly ascending */
    uint64_t *position; /* NULL while in order; then the row of each entry, and at the end the
                           entry's position */
    struct row_sort spare;
    bool open;       /* n is not known yet: csr.n grows with the indices, csr.row with the rows */
    uint64_t merged; /* largest number of additions for one entry from duplicates */
    uint64_t rows,
        believed; /* if open: rows for which csr.row has room, and entries that the file can hold */
};

enum { ENTRIES_SPARE = 1024 };

/* Starts an n x n matrix. The current line of lines, which must outlive out, has announced n and a
 * number of items, each a line of at least `shortest` bytes with its end, and each worth up to
 * `each` entries. Nothing larger is allocated than what a file of this size can hold. Refused: n
 * that leaves more than ENTRIES_SPARE indices in no entry, and sizes beyond this machine's memory.
 * Errors: ERROR_INPUT, ERROR_HOST_MEMORY, both with file and line. */
enum status entries_create(const struct lines *lines, uint32_t n, unsigned shortest, unsigned each,
                           struct entries *out);
/* Only checks n and the number of items as entries_create does. */
enum status entries_believe(const struct lines *lines, uint32_t n, unsigned shortest);

/* The same for n rows of a matrix, probably with `capacity` entries; there may be more. */
enum status entries_create_rows(const struct lines *lines, uint32_t n, uint64_t capacity,
                                struct entries *out);
void entries_free(struct entries *entries); /* accepts a zeroed struct; leaves one */

/* The same if the file's n and number of entries are not trusted: n will be the largest index plus
 * one, or more after entries_widen. */
enum status entries_create_open(const struct lines *lines, unsigned shortest, struct entries *out);

/* Makes n at least this, for an open matrix. Errors: ERROR_INPUT and ERROR_HOST_MEMORY as for
 * entries_create. */
enum status entries_widen(struct entries *entries, uint32_t n);

/* Adds x at (i, j), both below n, or below 2^32 - 1 in an open matrix. Errors: ERROR_HOST_MEMORY,
 * and ERROR_INPUT in an open matrix. */
enum status entries_add(struct entries *entries, uint32_t i, uint32_t j, double x);

/* Moves the matrix to *out and empties entries, except `merged`. A sum of duplicates may have
 * overflowed to infinity. Errors: as above, and ERROR_INTERRUPTED. */
enum status entries_finish(struct entries *entries, struct csr *out);
