/* Matrix Market coordinate and array files (format: docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

/* Reads a square matrix, as `coordinate` or `array` (whose zeros are not stored): fields real,
 * integer, pattern (values 1); symmetry general, symmetric or skew-symmetric (the stored triangle
 * is mirrored). Duplicates are added up. Errors: ERROR_IO, ERROR_INPUT with file and line number
 * (also for complex, hermitian, rectangular), ERROR_HOST_MEMORY. */
enum status matrix_market_read(const char *path, struct csr *out);

/* The same a range of rows at a time (struct format); the file's entries may come in any order.
 * Where rows do not descend, a range takes the reading of little more than its own lines, if the
 * file is not packed; else each range takes that of the whole file. Memory: the outline takes 20
 * bytes a row and, where two entries may be in one place, 20 bytes of each of 2^22 entries or of
 * those of one row; a range about 12 to 20 bytes an entry beside the rows. Errors: the same. */
enum status matrix_market_read_outline(const char *path, struct linear *out, bool *in_order);
enum status matrix_market_read_rows(const char *path, bool in_order, uint64_t first,
                                    struct linear *rows);

/* Reads a vector of n numbers: an `array` file of n x 1, or a `coordinate` one (missing entries are
 * 0). Errors: as above. */
enum status matrix_market_read_vector(const char *path, uint32_t n, double **out);

/* model.mtx: the probabilities or rates of a chain; A, and rhs.mtx for b, of a system A x = b.
 * Errors: ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status matrix_market_write_chain(const struct chain *chain, const char *folder);
enum status matrix_market_write_system(const struct linear *system, const char *folder);
