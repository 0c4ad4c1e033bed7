/* Jacobi's method, x'_i = (b_i - sum_{j != i} A_ij x_j) / A_ii, as PRISM's sparse engine and the GPU papers iterate it.
 */
#include "solvers/relaxation.h"

bool relaxation_can_use(const struct mat_ops *mat)
{
    return mat->jacobi != NULL;
}

enum status relaxation_sweep(struct solve *solve, double omega)
{
    enum status status = solve->mat->jacobi(solve->a, solve->b, solve->x, solve->work[0], omega, &solve->test);
    relaxation_swap(solve);
    return status;
}

void relaxation_swap(struct solve *solve)
{
    void *next = solve->work[0];
    solve->work[0] = solve->x;
    solve->x = next;
}

enum status relaxation_change(const struct solve *solve, double *out)
{
    return solve->vec->change(solve->n, solve->work[0], solve->x, solve->test.criterion, out);
}

static enum status sweep(struct solve *solve)
{
    return relaxation_sweep(solve, 1);
}

static enum status run(struct solve *solve)
{
    return solve->place->loop(solve, sweep);
}

const struct method method_jacobi = {
    .name = "jacobi",
    .title = "Jacobi",
    .source = "PRISM's sparse engine; SPIN 2009, section 4",
    .nwork = 1,
    .measure = MEASURE_CHANGE,
    .undamped = true,
    .can_use = relaxation_can_use,
    .run = run,
    .change = relaxation_change,
};
