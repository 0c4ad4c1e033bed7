/* Matrix Market coordinate and array files (format: docs/formats.md). */
#pragma once

#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

/* Reads a square matrix, as `coordinate` or `array` (whose zeros are not stored): fields real,
 * integer, pattern (values 1); symmetry general, symmetric or skew-symmetric (the stored triangle
 * is mirrored). Duplicates are added up. Errors: ERROR_IO, ERROR_INPUT with file and line number
 * (also for complex, hermitian, rectangular), ERROR_HOST_MEMORY. */
enum status matrix_market_read(const char *path, struct csr *out);

/* The same one range of rows at a time (struct format); the file's entries may come in any order.
 * If rows never descend and the file is not packed, a range reads little more than its own lines;
 * otherwise each range reads the complete file. Memory: the outline takes 20 bytes for each row. If
 * two entries may have the same place, it also takes 20 bytes for each of 2^22 entries, or for
 * those of one row if there are more. A range takes about 12 to 20 bytes for each entry in addition
 * to the rows. Errors: the same. */
enum status matrix_market_read_outline(const char *path, struct linear *out, bool *in_order);
enum status matrix_market_read_rows(const char *path, bool in_order, struct linear *rows);

/* Reads a vector of n numbers: an `array` file of n x 1, or a `coordinate` one (missing entries are
 * 0). Errors: as above. */
enum status matrix_market_read_vector(const char *path, uint32_t n, double **out);

/* Write model.mtx: the probabilities or rates of a chain; or A of a system A x = b, with b in
 * rhs.mtx. Errors: ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status matrix_market_write_chain(const struct chain *chain, const char *folder);
enum status matrix_market_write_system(const struct linear *system, const char *folder);
