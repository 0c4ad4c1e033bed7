/* How far an answer is from the exact one: an estimate from a few more sweeps, not a proof.
 *
 * A stopping test looks at the change of one step. Where each step keeps nearly all of the error
 * (slow mixing), that change is small long before the answer is near. So the change of a damped
 * Jacobi step, d = (1/2) D^-1 (b - A x), is followed for ERROR_SWEEPS sweeps on the host: d' = d -
 * (1/2) D^-1 A d. Fast modes and modes that oscillate die out; what remains shrinks by a share s of
 * itself each time, and would sum up to d / s.
 *
 * It works alike for every method, as it asks nothing of the method but x. It misses an error that
 * hides: one whose share in d is still far below that of faster modes after these sweeps. */
#pragma once

#include "problems/problem.h"

enum { ERROR_SWEEPS = 16 };

/* *out = the larger of the estimated errors of the entries, over the largest entry, and of the
 * problem's value, relative. x: one number a row, finite. Infinite where the sweeps diverge or the
 * value is 0 and should not be; NaN, not known, where n passes 2^32. Takes ERROR_SWEEPS + 2
 * products with the matrix and three vectors. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status error_estimate(const struct problem *problem, const double *x, double *out);
