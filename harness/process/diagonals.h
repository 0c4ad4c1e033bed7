/* Measures how much of a sparse matrix lies on few diagonals. */
#pragma once

#include "base/sparse/csr.h"

enum { COMMON_DIAGONALS = 16 };

/* Share of the entries of a that lie on its COMMON_DIAGONALS commonest diagonals (column minus
 * row); NaN if it has no entries. It makes one pass over the columns, and needs 8 bytes for each
 * row. Errors: ERROR_HOST_MEMORY. */
enum status diagonal_share(const struct csr *a, double *out);
