/* Gauss-Seidel, x_i := (b_i - sum_{j != i} A_ij x_j) / A_ii in place, rows ascending, as PRISM's
 * sparse engine iterates it. */
#include "solvers/methods/gauss_seidel.h"

#include "solvers/methods/relaxation.h"

bool gauss_seidel_can_use(const struct mat_ops *mat)
{
    return mat->gauss_seidel != NULL;
}

enum status gauss_seidel_change(const struct solve *solve, bool descending, double *out)
{
    struct test test = solve->test;
    void *next = solve->work[0];
    MUST(solve->vec->copy(solve->n, solve->x, next));
    MUST(solve->mat->gauss_seidel(solve->a, solve->b.entry, next, descending, &test));
    return solve->vec->change(solve->n, solve->x, next, test.criterion, out);
}

static enum status gauss_seidel_sweep(struct solve *solve)
{
    return solve->mat->gauss_seidel(solve->a, solve->b.entry, solve->x, false,
                                    solve->tested ? &solve->test : NULL);
}

static enum status gauss_seidel_change_ascending(const struct solve *solve, double *out)
{
    return gauss_seidel_change(solve, false, out);
}

const struct method method_gauss_seidel = {
    .name = "gauss_seidel",
    .title = "Gauss-Seidel, rows ascending",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .sweep = SWEEP_ASCENDING,
    .can_use = gauss_seidel_can_use,
    .step = gauss_seidel_sweep,
    .run = relaxation_run,
    .change = gauss_seidel_change_ascending,
};
