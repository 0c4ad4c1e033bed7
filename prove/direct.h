/* Elimination, for small matrices on which iterations fail. Internal to prove/. */
#pragma once

#include "base/sparse/csr.h"

enum { DIRECT_MOST = 400 }; /* rows: a square of doubles and half a cube of work, 30 ms */

/* x = the solution of A x = b, without exchanges of rows: no pivot vanishes where <A> has weights.
 * Errors: ERROR_HOST_MEMORY. */
enum status direct_solve(const struct matrix *a, const double *b, double *x);
