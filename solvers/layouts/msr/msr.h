/* Layout msr, modified sparse rows (SPIN 2009): off-diagonal entries row by row, the diagonal apart
 * as its reciprocal. 12 bytes an entry and 12 a row in f64: row starts have 32 bits, so nnz stays
 * below 2^32. */
#pragma once

#include "solvers/solver.h"

/* The arrays, in order: uint32_t row[n + 1], uint32_t col[nnz], real val[nnz], real inverse[n] = 1
 * / A_ii. */
enum { MSR_ROW, MSR_COL, MSR_VAL, MSR_INVERSE };

extern const struct layout layout_msr;

/* Array MSR_ROW of out, for layouts that begin as msr does. Errors: ERROR_UNSUPPORTED,
 * ERROR_HOST_MEMORY. */
enum status msr_row_starts(const struct csr *off, struct stored *out);
