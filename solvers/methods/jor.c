/* Jacobi over-relaxation, x' = (1 - omega) x + omega (Jacobi's value), as PRISM's sparse engine
 * iterates it. For 0 < omega < 1 it converges on every irreducible chain, periodic or not. */
#include "solvers/methods/relaxation.h"

static enum status sweep(struct solve *solve)
{
    return relaxation_sweep(solve, solve->options.omega);
}

const struct method method_jor = {
    .name = "jor",
    .title = "Jacobi over-relaxation",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .bursts = true,
    .relaxed = true,
    .can_use = relaxation_can_use,
    .step = sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};
