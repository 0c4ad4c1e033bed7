/* Jacobi's method, x'_i = (b_i - sum_{j != i} A_ij x_j) / A_ii, as PRISM's sparse engine and the GPU papers iterate it:
 * two vectors that change places, and the test after every sweep, the first included. */
#include "solvers/solver.h"

static bool can_use(const struct mat_ops *mat)
{
    return mat->jacobi != NULL;
}

static enum status sweep(struct solve *solve)
{
    void *next = solve->work[0];
    enum status status = solve->mat->jacobi(solve->a, solve->b, solve->x, next, &solve->test);
    solve->work[0] = solve->x;
    solve->x = next;
    return status;
}

static enum status run(struct solve *solve)
{
    return solve->place->loop(solve, sweep);
}

static enum status change(const struct solve *solve, double *out)
{
    return solve->vec->change(solve->n, solve->work[0], solve->x, solve->test.criterion, out);
}

const struct method method_jacobi = {
    .name = "jacobi",
    .title = "Jacobi",
    .source = "PRISM's sparse engine; SPIN 2009, section 4",
    .nwork = 1,
    .measure = MEASURE_CHANGE,
    .can_use = can_use,
    .run = run,
    .change = change,
};
