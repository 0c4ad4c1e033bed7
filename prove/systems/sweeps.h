/* Sweeps that make a rough answer. Internal to prove/. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

/* One sweep of Gauss-Seidel on A x = b (b NULL: zeros), by several threads if the matrix is large:
 * each uses the values that other threads' rows had before. before: n numbers of scratch. Returns
 * the largest relative change, for x >= 0. */
double rough_sweep(const struct matrix *a, const double *b, bool backward, double *before,
                   double *x);

/* So many sweeps of A x = 0, forward and backward in turn, and two more for each additional thread,
 * because changes spread by one thread's rows in each sweep. */
void rough_sweeps(const struct matrix *a, int count, double *before, double *x);
