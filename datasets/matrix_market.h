/* Matrix Market coordinate and array files (format: docs/formats.md). */
#ifndef WARPMARK_DATASETS_MATRIX_MARKET_H
#define WARPMARK_DATASETS_MATRIX_MARKET_H

#include "base/csr.h"

/* Reads a square `matrix coordinate` file: fields real, integer, pattern (values 1); symmetry general, symmetric or
 * skew-symmetric (the stored triangle is mirrored). Duplicates are added up. Errors: ERROR_IO, ERROR_INPUT with file
 * and line number (also for complex, hermitian, rectangular), ERROR_HOST_MEMORY. */
enum status matrix_market_read(const char *path, struct csr *out);

/* Reads a vector of n numbers: an `array` file of n x 1, or a `coordinate` one (missing entries are 0). Errors: as
 * above. */
enum status matrix_market_read_vector(const char *path, uint32_t n, double **out);

#endif
