/* What methods of sweeps and Krylov methods say of themselves (method.foresee). */
#pragma once

#include "solvers/forecast.h"

/* Jacobi, JOR and Gauss-Seidel: from the sweeps that were tried. */
bool sweeps_foresee(const struct facts *facts, int way, struct forecast *out);

/* With krylov_options: each preconditioner is a way. */
bool krylov_foresee(const struct facts *facts, int way, struct forecast *out);
