/* Upkeep and product of the layouts with the arrays of solvers/layouts/cusparse/cusparse.h: sum = A
 * x over the off-diagonal entries by cuSPARSE. */
#pragma once

#include "solvers/layouts/cusparse/cusparse.h"

/* upkeep.available */
enum status spmv_available(void);

/* upkeep.open of each layout: allocates the library's buffer, and lets the library analyse the
 * matrix (cusparseSpMV_preprocess). */
enum status spmv_open_csr(struct stored *a);
enum status spmv_open_sell(struct stored *a);

/* upkeep.close */
void spmv_close(struct stored *a);

/* Enqueues array SPMV_SUM = A x; x: n entries in place memory. */
enum status spmv_multiply(const struct stored *a, const void *x);
