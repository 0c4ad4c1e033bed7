/* Option refine=f32 of bicgstab and gmres: iterative refinement (Wilkinson 1963, Rounding Errors in
 * Algebraic Processes). Iterations multiply by a second copy of the matrix in f32, with vectors in
 * f32, and so read fewer bytes. They find a correction e from A e = r, where r = b - A x is in f64,
 * and x + e is the next x, until r passes the test of the solve. Both copies stay in memory. */
#pragma once

#include "solvers/methods/krylov.h"

enum { REFINED_VECTORS = 2 }; /* of krylov_prepare */

/* Makes the copy, and a solve of the same method with it; krylov_dismiss frees them. Errors:
 * ERROR_UNSUPPORTED with the reason, and those of stored_build_for, stored_upload and solve_create.
 */
enum status refined_prepare(struct solve *solve, const struct solve_settings *settings);
void refined_dismiss(struct refined *refined); /* accepts NULL */

/* method->run. Iterations are those in f32. */
enum status refined_run(struct solve *solve);
