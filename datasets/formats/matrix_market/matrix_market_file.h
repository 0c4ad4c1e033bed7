/* Reads a Matrix Market file, entry by entry. */
#pragma once

#include "base/sparse/csr.h"
#include "datasets/text/lines.h"

enum market_shape { COORDINATE, ARRAY };
enum market_field { REAL, INTEGER, PATTERN, COMPLEX };
enum market_symmetry { GENERAL, SYMMETRIC, SKEW_SYMMETRIC, HERMITIAN };

struct market {
    struct lines lines;
    enum market_shape shape;
    enum market_field field;
    enum market_symmetry symmetry;
    uint32_t n;          /* of a matrix */
    bool lower, upper;   /* a symmetric file has entries below, above the diagonal */
    bool mirrored, part; /* `mirror` is the next entry; items are not counted any more */
    struct triplet mirror;
    struct {
        uint32_t row, col;
    } at; /* for an array: position of the next number */
};

/* Reads the first line. member: the file may be in an archive. path must live as long as out, which
 * must not move in memory. Errors: those of lines_open_member, and ERROR_INPUT. */
enum status market_open(const char *path, bool member, struct market *out);
void market_close(struct market *market); /* accepts a zeroed one, leaves one */

/* market_sizes reads the sizes of a square matrix. Afterwards, market_shortest returns the least
 * number of bytes of an item's line, and market_each the most entries of an item. */
enum status market_sizes(struct market *market);
unsigned market_shortest(const struct market *market);
unsigned market_each(const struct market *market);

/* Reads the next entry of the matrix. Entries that follow from symmetry come directly behind the
 * stored ones; zeros of an array are left out. Returns false at the end and on failure; *status
 * tells them apart. */
bool market_next(struct market *market, enum status *status, struct triplet *out);

/* For a file whose entries come row after row, before the first entry: skips all or most of the
 * entries before row `first`. */
enum status market_seek(struct market *market, uint32_t first);

/* Reads the value of an item; returns the word for the symmetry. */
enum status market_value(struct market *market, double *out);
const char *market_symmetry_name(const struct market *market);

/* Fails if a sum of duplicates is infinite. first: the number of a's row 0 in the complete
 * matrix. */
enum status market_check_sums(const char *path, uint32_t first, const struct csr *a);
