/* How diagonal a sparse matrix is. */
#pragma once

#include "base/sparse/csr.h"

enum { COMMON_DIAGONALS = 16 };

/* Share of the entries of a that lie on its COMMON_DIAGONALS commonest diagonals (column minus
 * row); NaN where there are none. One pass over the columns, and 8 bytes a row while it lasts.
 * Errors: ERROR_HOST_MEMORY. */
enum status diagonal_share(const struct csr *a, double *out);
