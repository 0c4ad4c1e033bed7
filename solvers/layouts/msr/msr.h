/* Layout msr, modified sparse rows (SPIN 2009): off-diagonal entries row by row, and the reciprocal
 * diagonal separately. 12 bytes per entry and 12 per row in f64. Row starts have 32 bits, so nnz
 * stays below 2^32. */
#pragma once

#include "solvers/solver.h"

/* The arrays, in order: uint32_t row[n + 1], uint32_t col[nnz], real val[nnz], real inverse[n] = 1
 * / A_ii. */
enum { MSR_ROW, MSR_COL, MSR_VAL, MSR_INVERSE };

extern const struct layout layout_msr;

/* Makes array MSR_ROW of out, for layouts whose first array is msr's. Errors: ERROR_UNSUPPORTED,
 * ERROR_HOST_MEMORY. */
enum status msr_row_starts(const struct csr *off, struct stored *out);
