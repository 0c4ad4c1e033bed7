/* Common parts of jacobi, jor and power: sweeps between two vectors that change places, with a test
 * after each sweep, also the first. */
#pragma once

#include "solvers/solver.h"

bool relaxation_can_use(const struct mat_ops *mat);
/* Returns the test of the next sweep; NULL if it has none, or if the host makes it. */
struct test *relaxation_test(struct solve *solve);
enum status relaxation_sweep(struct solve *solve, double omega);
enum status relaxation_run(struct solve *solve);
enum status relaxation_change(const struct solve *solve, double *out);
