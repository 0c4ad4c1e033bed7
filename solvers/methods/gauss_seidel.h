/* Common parts of the two directions of Gauss-Seidel. */
#pragma once

#include "solvers/solver.h"

bool gauss_seidel_can_use(const struct mat_ops *mat);

/* *out = the change of one more sweep: a sweep in place leaves no older iterate to compare with. */
enum status gauss_seidel_change(const struct solve *solve, bool descending, double *out);
