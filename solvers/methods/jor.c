/* Jacobi over-relaxation, x' = (1 - omega) x + omega (Jacobi's value), as PRISM's sparse engine
 * iterates it. For 0 < omega < 1 it converges on every irreducible chain, periodic or not. */
#include "solvers/methods/jor.h"

#include "solvers/methods/relaxation.h"

static const struct option options[] = {{OPTION(struct jor_options, omega), .title = "relaxation",
                                         .above = 0, .below = 2, .fallback = 0.9},
                                        {0}};

static double relaxation(const struct solver_options *chosen)
{
    const struct jor_options *own = method_options(chosen);
    return own->omega;
}

static enum status jor_sweep(struct solve *solve)
{
    return relaxation_sweep(solve, relaxation(&solve->options));
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
    .blocked = ON_HOST,
    .relaxation = relaxation,
    .options = options,
    .can_use = relaxation_can_use,
    .step = jor_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};
