/* What jacobi, jor and power share: sweeps between two vectors that change places, the test after
 * each, the first included. */
#pragma once

#include "solvers/solver.h"

bool relaxation_can_use(const struct mat_ops *mat);
/* The test of the sweep to come; NULL where it has none, or the host makes it. */
struct test *relaxation_test(struct solve *solve);
enum status relaxation_sweep(struct solve *solve, double omega);
enum status relaxation_run(struct solve *solve);
enum status relaxation_change(const struct solve *solve, double *out);
