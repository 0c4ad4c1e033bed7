/* The power method, x' = x + step (b - A x). On a fixpoint problem the step is 1: x' = b + P x. On
 * a chain's long run it is below 1 / max_i sum_j R(i,j): x' = x (I + step Q), the jump chain of a
 * uniformisation. */
#include "solvers/loop.h"
#include "solvers/methods/relaxation.h"
#include "solvers/methods/stepping.h"

static enum status power_sweep(struct solve *solve)
{
    const struct stepping *own = solve->own;
    enum status status = solve->mat->power(solve->a, &solve->b, solve->x, solve->work[0], own->size,
                                           relaxation_test(solve));
    swap_iterates(solve);
    return status;
}

const struct method method_power = {
    .name = "power",
    .title = "power method",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .bursts = true,
    .stepped = true,
    .can_use = stepping_can_use,
    .own_bytes = sizeof(struct stepping),
    .prepare = stepping_prepare,
    .step = power_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};
