/* Jacobi's method, x'_i = (b_i - sum_{j != i} A_ij x_j) / A_ii, as PRISM's sparse engine and the
 * GPU papers iterate it. */
#include "solvers/methods/relaxation.h"

#include "solvers/loop.h"

bool relaxation_can_use(const struct mat_ops *mat)
{
    return mat->jacobi != NULL;
}

struct test *relaxation_test(struct solve *solve)
{
    return solve->tested && solve->options.vote != VOTE_HOST ? &solve->test : NULL;
}

enum status relaxation_sweep(struct solve *solve, double omega)
{
    const struct mat_ops *mat = solve->mat;
    struct test *test = relaxation_test(solve);
    enum status status =
        solve->sweeps > 1
            ? mat->jacobi_pass(solve->a, &solve->b, solve->x, solve->work[0], omega, test)
            : mat->jacobi(solve->a, &solve->b, solve->x, solve->work[0], omega, test);
    if (solve->sweeps % 2 || !mat->pass_alternates) swap_iterates(solve);
    return status;
}

enum status relaxation_run(struct solve *solve)
{
    return solve->place->loop(solve);
}

/* If a pass of several sweeps leaves its first and its last iterate, its sweeps are made again one
 * by one, to get the iterate before the last. */
enum status relaxation_change(const struct solve *solve, double *out)
{
    enum status status = OK;
    void *before = solve->work[0], *x = solve->x;
    const bool again = solve->sweeps > 1 && !solve->mat->pass_alternates;
    for (unsigned s = 0; again && s < solve->sweeps; s++) {
        void *newer = x;
        if (s > 0) x = before, before = newer;
        TRY(solve->mat->jacobi(solve->a, &solve->b, before, x, 1, NULL));
    }
    status = solve->vec->change(solve->n, before, x, solve->test.criterion, out);
out:
    return status;
}

static enum status jacobi_sweep(struct solve *solve)
{
    return relaxation_sweep(solve, 1);
}

const struct method method_jacobi = {
    .name = "jacobi",
    .title = "Jacobi",
    .source = "PRISM's sparse engine; SPIN 2009, section 4",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .bursts = true,
    .blocked = ON_HOST | ON_ONE_GPU,
    .undamped = true,
    .can_use = relaxation_can_use,
    .step = jacobi_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};
