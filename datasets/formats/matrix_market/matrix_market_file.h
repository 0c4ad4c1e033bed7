/* A Matrix Market file while it is read, entry by entry. */
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
    bool mirrored, part; /* `mirror` is the next entry; items are no longer counted */
    struct triplet mirror;
    struct {
        uint32_t row, col;
    } at; /* of an array: where the next number stands */
};

/* Reads the first line. member: the file may be in an archive. path must outlive out, which must
 * stay where it is. Errors: those of lines_open_member, and ERROR_INPUT. */
enum status market_open(const char *path, bool member, struct market *out);
void market_close(struct market *market); /* accepts a zeroed one, leaves one */

/* The sizes of a square matrix. Afterwards: what no line of an item and no entry falls short of,
 * and the most entries that an item makes. */
enum status market_sizes(struct market *market);
unsigned market_shortest(const struct market *market);
unsigned market_each(const struct market *market);

/* The next entry of the matrix, with those that symmetry adds, each behind its own; zeros of an
 * array are left out. False at the end, and on failure: *status says which. */
bool market_next(struct market *market, enum status *status, struct triplet *out);

/* Before the first entry, of a file whose entries come row after row: leaves out what stands before
 * row `first`, or most of it. */
enum status market_seek(struct market *market, uint32_t first);

/* The value of an item; the words of symmetry. */
enum status market_value(struct market *market, double *out);
const char *market_symmetry_name(const struct market *market);

/* Fails where a sum of duplicates is infinite, in rows from `first` of the whole on. */
enum status market_check_sums(const char *path, uint32_t first, const struct csr *a);
