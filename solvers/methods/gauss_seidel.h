/* What the two directions of Gauss-Seidel share. */
#pragma once

#include "solvers/solver.h"

bool gauss_seidel_can_use(const struct mat_ops *mat);

/* What one more sweep changes: the sweep in place leaves no older iterate. */
enum status gauss_seidel_change(const struct solve *solve, bool descending, double *out);
