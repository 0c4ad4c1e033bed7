/* Method @name@: say here what it computes, and whose it is. It begins as
 * Jacobi's iteration, x'_i = (b_i - sum_{j != i} A_ij x_j) / A_ii. */
#include "solvers/loop.h"
#include "solvers/methods/relaxation.h"

/* Enqueues one iteration, from x to work[0]. The operation makes the convergence test, too. */
static enum status sweep(struct solve *solve)
{
    enum status status = solve->mat->jacobi(solve->a, &solve->b, solve->x, solve->work[0], 1,
                                            relaxation_test(solve));
    swap_iterates(solve);
    return status;
}

const struct method method_@name@ = {
    .name = "@name@",
    .title = "Jacobi's iteration, to begin with",
    .source = "this project",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .undamped = true,
    .can_use = relaxation_can_use,
    .step = sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};
