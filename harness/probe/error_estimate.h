/* Estimates how far an answer is from the exact one, by a few more sweeps. It is not a proof.
 *
 * A stopping test looks at the change of one step. If each step keeps nearly all of the error (slow
 * mixing), that change is small long before the answer is near. So the change of a damped Jacobi
 * step, d = (1/2) D^-1 (b - A x), is followed for ERROR_SWEEPS sweeps on the host: d' = d - (1/2)
 * D^-1 A d. Fast modes and modes that oscillate die out; the rest shrinks by a share s of itself
 * each time, and would sum up to d / s.
 *
 * It works alike for every method, since it needs only x. It misses an error whose share in d is
 * still far below that of faster modes after these sweeps. */
#pragma once

#include "problems/problem.h"

enum { ERROR_SWEEPS = 16 };

/* Sets *out to the larger of two estimates: the error of the entries, over the largest entry, and
 * the relative error of the problem's value. x: one finite number for each row. Infinite if the
 * sweeps diverge, or if the value is 0 and should not be; NaN, unknown, if n exceeds 2^32. Takes
 * ERROR_SWEEPS + 2 products with the matrix and three vectors. Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED. */
enum status error_estimate(const struct problem *problem, const double *x, double *out);
