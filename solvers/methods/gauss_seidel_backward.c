/* Gauss-Seidel with the rows descending. */
#include "solvers/methods/gauss_seidel.h"

#include "solvers/methods/relaxation.h"

static enum status gauss_seidel_backward_sweep(struct solve *solve)
{
    return solve->mat->gauss_seidel(solve->a, solve->b.entry, solve->x, true,
                                    solve->tested ? &solve->test : NULL);
}

static enum status gauss_seidel_change_descending(const struct solve *solve, double *out)
{
    return gauss_seidel_change(solve, true, out);
}

const struct method method_gauss_seidel_backward = {
    .name = "gauss_seidel_backward",
    .title = "Gauss-Seidel, rows descending",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .sweep = SWEEP_DESCENDING,
    .by_level = gauss_seidel_by_level,
    .options = gauss_seidel_options,
    .can_use = gauss_seidel_can_use,
    .step = gauss_seidel_backward_sweep,
    .run = relaxation_run,
    .change = gauss_seidel_change_descending,
};
