/* Small systems solved directly, as arrays of arrays. */
#pragma once

#include "problems/problem.h"

enum { MOST = 64 };

/* Gauss-Jordan elimination of n equations, the right-hand side in column n, with the largest pivot
 * of each column. */
void dense_solve(uint32_t n, double a[MOST][MOST + 1], double *x);

/* x = the answer of a problem; for a steady system, the one with sum 1 in each class. */
void solve_directly(const struct problem *p, double *x);

/* Returns the value of the problem's property, without iterating. */
double direct_value(const struct problem *p);
