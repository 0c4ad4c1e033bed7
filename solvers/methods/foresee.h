/* Forecasts (method.foresee) of methods of sweeps and of Krylov methods. */
#pragma once

#include "solvers/forecast.h"

/* For Jacobi, JOR and Gauss-Seidel: from the sweeps that were tried. */
bool sweeps_foresee(const struct facts *facts, int way, struct forecast *out);

/* For methods with krylov_options: each preconditioner is a way. */
bool krylov_foresee(const struct facts *facts, int way, struct forecast *out);
