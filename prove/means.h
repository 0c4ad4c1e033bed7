/* The means to solve A x = b, for any A whose <A> has weights (certify/check.h): one function,
 * behind which the fastest of several may stand. Nothing is believed of what it returns. */
#pragma once

#include "base/sparse/csr.h"
#include "prove/budget.h"

/* x (n numbers) = about the solution: for every row, |b - A x| is about `reduction` times the
 * largest |b_i|, or more where that takes too long. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status means_solve(const struct matrix *a, const double *b, double reduction,
                        struct budget *budget, double *x);

/* Sweeps of A x = 0, forward and backward in turn. */
void means_sweeps(const struct matrix *a, int count, double *x);
