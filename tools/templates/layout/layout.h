/* Layout @name@: the entries beside the diagonal, row after row, and the reciprocal diagonal apart.
 * Say here what your layout stores, and how many bytes an entry and a row take. */
#pragma once

/* The arrays, in order: uint64_t row[n + 1], uint32_t col[nnz], real val[nnz], real inverse[n] = 1 /
 * A_ii. The entries of row i are row[i] .. row[i + 1] - 1. */
enum { @NAME@_ROW, @NAME@_COL, @NAME@_VAL, @NAME@_INVERSE };
