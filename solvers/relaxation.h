/* What jacobi, jor and power share: sweeps between two vectors that change places, the test after each, the first
 * included. */
#ifndef WARPMARK_SOLVERS_RELAXATION_H
#define WARPMARK_SOLVERS_RELAXATION_H

#include "solvers/solver.h"

bool relaxation_can_use(const struct mat_ops *mat);
enum status relaxation_sweep(struct solve *solve, double omega);
/* x and work[0] change places: the iterate just made becomes x. */
void relaxation_swap(struct solve *solve);
enum status relaxation_change(const struct solve *solve, double *out);

#endif
